package report

import (
	"net/url"
	"path"
	"path/filepath"
	"strings"
)

// stdinName is how standard input is called in reports unless the user names
// it. It is no path, so it is never taken as relative to anything.
const stdinName = "stdin"

// fromRoot names a file as seen from the root of the repository, with slashes.
// A file outside of the root keeps its absolute path.
func (o Options) fromRoot(file string) string {
	if file == stdinName || file == "" {
		return file
	}
	full := file
	if !filepath.IsAbs(file) && o.Dir != "" {
		full = filepath.Join(o.Dir, file)
	}
	if filepath.IsAbs(full) && o.Root != "" {
		relative, err := filepath.Rel(o.Root, full)
		if err == nil && relative != ".." && !strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
			full = relative
		}
	}
	return path.Clean(filepath.ToSlash(full))
}

// uri writes the path that fromRoot gives as URI: relative to the repository,
// or file:// for a file outside of it. GitHub rejects a whole SARIF file for one
// URI with a space in it or with another scheme, and the upload action fails on
// percent-escapes that are no UTF-8.
func (o Options) uri(file string) string {
	name := strings.ToValidUTF8(o.fromRoot(file), "\ufffd")
	segments := strings.Split(name, "/")
	for i, segment := range segments {
		// A colon in the first segment would read as a scheme.
		segments[i] = strings.ReplaceAll(url.PathEscape(segment), ":", "%3A")
	}
	escaped := strings.Join(segments, "/")
	switch {
	case strings.HasPrefix(name, "/"):
		return "file://" + escaped
	case filepath.IsAbs(filepath.FromSlash(name)):
		return "file:///" + strings.Replace(escaped, "%3A", ":", 1)
	}
	return escaped
}
