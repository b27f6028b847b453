package manifest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree makes files in a new folder, and makes that the working folder. A name
// that ends in a slash is a folder; "a -> b" is a symbolic link.
func tree(t *testing.T, names ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range names {
		link, target, isLink := strings.Cut(name, " -> ")
		if err := os.MkdirAll(filepath.Dir(link+"x"), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		switch {
		case isLink:
			err = os.Symlink(target, link)
		case !strings.HasSuffix(name, "/"):
			err = os.WriteFile(name, []byte(name), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// found writes what Find finds.
func found(paths []string, o FindOptions) string {
	sources, problems := Find(paths, o)
	var out []string
	for _, s := range sources {
		out = append(out, s.Name)
	}
	for _, p := range problems {
		out = append(out, fmt.Sprintf("[%s: %v]", p.File, p.Err))
	}
	return strings.Join(out, " ")
}

func TestFind(t *testing.T) {
	const noManifests = "no .yaml, .yml or .json files"
	for _, test := range []struct {
		name  string
		tree  []string
		paths []string
		want  string
	}{
		{"named", []string{"a.yaml", "b.txt", "c"}, []string{"c", "b.txt", "a.yaml"}, "c b.txt a.yaml"},
		{"named with a dot", []string{"a.yaml"}, []string{"./a.yaml"}, "a.yaml"},
		{"missing", []string{"a.yaml"}, []string{"x.yaml", "a.yaml"}, "a.yaml [x.yaml: reading x.yaml: no such file or directory]"},
		{"folder", []string{"d/b.yml", "d/a.yaml", "d/c.json", "d/d.txt", "d/E.YAML", "d/yaml"}, []string{"d"}, "d/E.YAML d/a.yaml d/b.yml d/c.json"},
		{"folders within", []string{"d/z.yaml", "d/e/f/a.yaml", "d/e/b.yaml", "d/y/"}, []string{"d/"}, "d/e/b.yaml d/e/f/a.yaml d/z.yaml"},
		{"working folder", []string{"d/a.yaml", "b.yaml"}, []string{"."}, "b.yaml d/a.yaml"},
		{"hidden", []string{"d/.git/a.yaml", "d/.x/b.yaml", "d/.c.yaml", "d/d.yaml"}, []string{"d"}, "d/.c.yaml d/d.yaml"},
		{"hidden and named", []string{".x/b.yaml"}, []string{".x"}, ".x/b.yaml"},
		{"empty folder", []string{"d/"}, []string{"d"}, "[d: reading d: " + noManifests + "]"},
		{"folder without manifests", []string{"d/a.txt", "d/e/.x/b.yaml"}, []string{"d"}, "[d: reading d: " + noManifests + "]"},
		{"named twice", []string{"a.yaml"}, []string{"a.yaml", "./a.yaml", "x/../a.yaml"}, "a.yaml"},
		{"named and in a folder", []string{"d/a.yaml", "d/b.yaml"}, []string{"d/b.yaml", "d", "d/a.yaml"}, "d/b.yaml d/a.yaml"},
		{"folder that was read before", []string{"d/a.yaml"}, []string{"d", "d"}, "d/a.yaml"},
		{"link to a file", []string{"a.yaml", "b.yaml -> a.yaml"}, []string{"b.yaml", "a.yaml"}, "b.yaml"},
		{"link to a folder", []string{"d/a.yaml", "e -> d"}, []string{"e"}, "e/a.yaml"},
		{"link within the tree", []string{"d/.x/a.yaml", "d/b.yaml -> .x/a.yaml"}, []string{"d"}, "d/b.yaml"},
		{"link out of the tree", []string{"a.yaml", "d/a.yaml -> ../a.yaml", "d/b.yaml", "d/e -> ..", "f/x.yaml"}, []string{"d"}, "d/b.yaml"},
		{"link in a circle", []string{"d/e/a.yaml", "d/e/up -> ..", "d/e/self -> self", "d/self.yaml -> self.yaml"}, []string{"d"}, "d/e/a.yaml"},
		{"link to nothing", []string{"d/a.yaml -> none", "d/b.yaml"}, []string{"d"}, "d/b.yaml"},
		{"link to nothing, named", []string{"a.yaml -> none"}, []string{"a.yaml"}, "[a.yaml: reading a.yaml: no such file or directory]"},
		{"folder called like a file", []string{"d.yaml/a.yaml"}, []string{"d.yaml"}, "d.yaml/a.yaml"},
		{"device", nil, []string{"/dev/zero"}, "[/dev/zero: reading /dev/zero: neither a file, a pipe nor a folder]"},
		{"nothing", nil, nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree(t, test.tree...)
			if got := found(test.paths, FindOptions{}); got != test.want {
				t.Errorf("Find(%q)\n got %s\nwant %s", test.paths, got, test.want)
			}
		})
	}
}

func TestFindNoManifests(t *testing.T) {
	tree(t, "d/")
	if _, problems := Find([]string{"d"}, FindOptions{}); len(problems) != 1 || !errors.Is(problems[0].Err, ErrNoManifests) {
		t.Errorf("problems %v, want %v", problems, ErrNoManifests)
	}
}

func TestFindIgnore(t *testing.T) {
	tree(t, "d/a.yaml", "d/vendor/b.yaml", "d/c.yaml", "e/a.yaml")
	ignore := func(path string, dir bool) bool {
		return path == "d/vendor" && dir || strings.HasSuffix(path, "/a.yaml") && !dir
	}
	if got, want := found([]string{"d", "e", "e/a.yaml"}, FindOptions{Ignore: ignore}), "d/c.yaml"; got != want {
		t.Errorf("found %s, want %s", got, want)
	}
}

func TestFindStdin(t *testing.T) {
	tree(t, "a.yaml")
	stdin := strings.NewReader("text")
	if got, want := found([]string{"a.yaml", "-", "-"}, FindOptions{Stdin: stdin}), "a.yaml stdin"; got != want {
		t.Errorf("found %s, want %s", got, want)
	}
	sources, _ := Find([]string{"-"}, FindOptions{Stdin: stdin, StdinName: "x.yaml"})
	if len(sources) != 1 || sources[0].Name != "x.yaml" {
		t.Fatalf("sources %v", sources)
	}
	if got := content(t, sources[0]); got != "text" {
		t.Errorf("read %q", got)
	}
}

// content reads a source.
func content(t *testing.T, source Source) string {
	t.Helper()
	reader, err := source.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	text, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestOpen(t *testing.T) {
	tree(t, "d/a.yaml", "d/b.yaml", "d/c.yaml")
	sources, _ := Find([]string{"d"}, FindOptions{})
	if got := content(t, sources[0]); got != "d/a.yaml" {
		t.Errorf("read %q", got)
	}
	if err := os.Remove("d/b.yaml"); err != nil {
		t.Fatal(err)
	}
	if _, err := sources[1].Open(); err == nil || err.Error() != "reading d/b.yaml: no such file or directory" {
		t.Errorf("error %v", err)
	}
	// What cannot be read says whose it is.
	if err := errors.Join(os.Remove("d/c.yaml"), os.Mkdir("d/c.yaml", 0o755)); err != nil {
		t.Fatal(err)
	}
	reader, err := sources[2].Open()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if _, err := io.ReadAll(reader); err == nil || err.Error() != "reading d/c.yaml: is a directory" {
		t.Errorf("error %v", err)
	}
}
