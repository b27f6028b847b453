//go:build unix

package app

import (
	"os"
	"syscall"
)

// keepOwner gives a file the owner of the one that it will replace.
func keepOwner(file *os.File, like os.FileInfo) error {
	stat, ok := like.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if own, ok := info.Sys().(*syscall.Stat_t); ok && own.Uid == stat.Uid && own.Gid == stat.Gid {
		return nil
	}
	return file.Chown(int(stat.Uid), int(stat.Gid))
}
