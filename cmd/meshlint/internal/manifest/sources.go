package manifest

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Source is one file, or standard input, that is to be read.
type Source struct {
	// Name is how reports call it: the path as given, with slashes.
	Name string
	// Open starts reading. Errors of opening and reading carry the name.
	Open func() (io.ReadCloser, error)
}

// FindOptions say how paths become sources.
type FindOptions struct {
	// Stdin is what the path "-" stands for.
	Stdin io.Reader
	// StdinName is the name of standard input in reports; empty is "stdin".
	StdinName string
	// Ignore, if set, leaves out the files and folders it holds for.
	Ignore func(path string, dir bool) bool
}

// Problem is a path that gave no source, or not all of them.
type Problem struct {
	File string
	Err  error
}

// ErrNoManifests is the error of a folder without a single manifest: linting it
// would look like success.
var ErrNoManifests = errors.New("no .yaml, .yml or .json files")

// maxFolders bounds how deep folders are followed; a path cannot be longer.
const maxFolders = 2000

// Find turns paths into sources, each once, in the order of the paths, and
// within a folder by name. Of a folder it takes the .yaml, .yml and .json files
// of all folders below, but for hidden folders and what symbolic links lead to
// outside of it. What cannot be used is a problem, and the rest goes on.
func Find(paths []string, o FindOptions) ([]Source, []Problem) {
	f := finder{FindOptions: o, seen: map[string]bool{}}
	for _, path := range paths {
		if path == "-" {
			f.stdin()
			continue
		}
		f.named(path)
	}
	return f.sources, f.problems
}

// finder gathers sources; seen has their real paths.
type finder struct {
	FindOptions
	seen     map[string]bool
	sources  []Source
	problems []Problem
}

func (f *finder) stdin() {
	if f.seen["-"] || f.Stdin == nil {
		return
	}
	f.seen["-"] = true
	name := f.StdinName
	if name == "" {
		name = "stdin"
	}
	f.sources = append(f.sources, Source{Name: name, Open: func() (io.ReadCloser, error) {
		return namedReader{name: name, ReadCloser: io.NopCloser(f.Stdin)}, nil
	}})
}

func (f *finder) problem(path string, err error) {
	f.problems = append(f.problems, Problem{File: filepath.ToSlash(path), Err: reading(path, err)})
}

// reading says what failed, without the path that the error may carry itself.
func reading(path string, err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathErr.Err
	}
	return fmt.Errorf("reading %s: %w", filepath.ToSlash(path), err)
}

// named takes a path of the command line, whatever its extension.
func (f *finder) named(path string) {
	path = filepath.Clean(path)
	info, err := os.Stat(path)
	if err != nil {
		f.problem(path, err)
		return
	}
	real, err := realPath(path)
	if err != nil {
		f.problem(path, err)
		return
	}
	mode := info.Mode()
	switch {
	case mode.IsDir():
		if !f.ignored(path, true) && !f.folder(path, real, real, 0) {
			f.problem(path, ErrNoManifests)
		}
	case mode.IsRegular(), mode&fs.ModeNamedPipe != 0, mode&fs.ModeCharDevice != 0 && isStdin(path):
		if !f.ignored(path, false) {
			f.add(path, real)
		}
	default:
		f.problem(path, errors.New("neither a file, a pipe nor a folder"))
	}
}

// realPath resolves symbolic links. What has no real path, such as the pipe
// behind /dev/stdin, stands for itself.
func realPath(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real, nil
	}
	return abs, nil
}

// isStdin reports whether a device is the program's own input: a terminal, say.
func isStdin(path string) bool {
	return path == "/dev/stdin" || path == "/dev/tty" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/self/fd/")
}

func (f *finder) ignored(path string, dir bool) bool {
	return f.Ignore != nil && f.Ignore(filepath.ToSlash(path), dir)
}

func (f *finder) add(path, real string) {
	if f.seen[real] {
		return
	}
	f.seen[real] = true
	name := filepath.ToSlash(path)
	f.sources = append(f.sources, Source{Name: name, Open: func() (io.ReadCloser, error) {
		file, err := os.Open(path)
		if err != nil {
			return nil, reading(path, err)
		}
		return namedReader{name: path, ReadCloser: file}, nil
	}})
}

// folder takes the manifests of a folder and of those below. It reports whether
// there are any, were they ignored or not.
func (f *finder) folder(path, real, root string, depth int) bool {
	entries, err := os.ReadDir(path)
	if err != nil {
		f.problem(path, err)
		return true
	}
	found := false
	for _, entry := range entries {
		name := entry.Name()
		below, belowReal := filepath.Join(path, name), filepath.Join(real, name)
		switch mode := entry.Type(); {
		case mode.IsDir():
			if strings.HasPrefix(name, ".") || depth == maxFolders {
				continue
			}
			if f.ignored(below, true) {
				found = true
				continue
			}
			found = f.folder(below, belowReal, root, depth+1) || found
		case !isManifest(name):
		case mode.IsRegular(), mode&fs.ModeSymlink != 0:
			if mode&fs.ModeSymlink != 0 {
				target, ok := fileInside(below, root)
				if !ok {
					continue
				}
				belowReal = target
			}
			found = true
			if !f.ignored(below, false) {
				f.add(below, belowReal)
			}
		}
	}
	return found
}

// isManifest reports whether a file in a folder is taken for a manifest.
func isManifest(name string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, strings.ToLower(filepath.Ext(name)))
}

// fileInside returns the file that a symbolic link leads to, if it is one and
// lies below root. Links to folders are not followed: inside they are found
// anyhow.
func fileInside(link, root string) (string, bool) {
	target, err := filepath.EvalSymlinks(link)
	if err != nil {
		return "", false
	}
	target, err = filepath.Abs(target)
	if err != nil {
		return "", false
	}
	inside, err := filepath.Rel(root, target)
	if err != nil || !filepath.IsLocal(inside) {
		return "", false
	}
	info, err := os.Stat(target)
	return target, err == nil && info.Mode().IsRegular()
}

// namedReader puts the name of the source into errors.
type namedReader struct {
	io.ReadCloser
	name string
}

// Read reads from the source.
func (r namedReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = reading(r.name, err)
	}
	return n, err
}
