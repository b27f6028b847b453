package manifest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// benchmarkInput is a stream of some hundred documents.
func benchmarkInput(b *testing.B, name string) []byte {
	b.Helper()
	text, err := os.ReadFile(filepath.Join(streams, name))
	if err != nil {
		b.Fatal(err)
	}
	var in bytes.Buffer
	for in.Len() < 1<<20 {
		in.WriteString("---\n")
		in.Write(text)
	}
	return in.Bytes()
}

func BenchmarkSplit(b *testing.B) {
	in := benchmarkInput(b, "list.yaml")
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		for _, err := range Split(bytes.NewReader(in), Limits{}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, name := range []string{"list.yaml", "many-lines.json", "one-line.json"} {
		b.Run(name, func(b *testing.B) {
			in := benchmarkInput(b, name)
			b.SetBytes(int64(len(in)))
			b.ReportAllocs()
			for b.Loop() {
				for part := range Split(bytes.NewReader(in), Limits{}) {
					if d := Decode(name, part, Limits{}); len(d.Objects) == 0 {
						b.Fatal("no objects")
					}
				}
			}
		})
	}
}

// BenchmarkLibrary is the part of the YAML library in BenchmarkDecode.
func BenchmarkLibrary(b *testing.B) {
	in := benchmarkInput(b, "list.yaml")
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		for part := range Split(bytes.NewReader(in), Limits{}) {
			if _, err := parseYAML(bytes.NewReader(part.Data)); err != nil {
				b.Fatal(err)
			}
		}
	}
}
