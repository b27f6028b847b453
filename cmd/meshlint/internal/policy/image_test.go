package policy

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "make the image of the policies anew")

// freshImage compiles the embedded policies from their sources.
func freshImage(t testing.TB) []byte {
	t.Helper()
	sources, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := load(sources, nil)
	if err != nil {
		t.Fatal(err)
	}
	modules, err := new(Policy).joined(catalogue, Options{})
	if err != nil {
		t.Fatal(err)
	}
	head := imageHead{Format: imageFormat, Sources: hash(sources), Rules: catalogue.Rules, Mesh: catalogue.Mesh}
	image, err := encodeImage(head, modules)
	if err != nil {
		t.Fatal(err)
	}
	return image
}

// TestImage keeps the image in step with the policies: an old one is not
// wrong, but slow.
func TestImage(t *testing.T) {
	fresh := freshImage(t)
	if *update {
		if err := os.WriteFile("policies.image", fresh, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(fresh, imageFile) {
		t.Error("the image is not that of the policies: go test ./cmd/meshlint/internal/policy -update makes it")
	}
	if again := freshImage(t); !bytes.Equal(fresh, again) {
		t.Error("two images of the same policies differ")
	}
}

// TestImageHoldsAll decodes the image and encodes it again: nothing is lost.
func TestImageHoldsAll(t *testing.T) {
	image := freshImage(t)
	head, d, err := decodeHead(image)
	if err != nil {
		t.Fatal(err)
	}
	modules, err := d.modules()
	if err != nil {
		t.Fatal(err)
	}
	again, err := encodeImage(head, modules)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(image, again) {
		t.Error("an image that is decoded and encoded differs")
	}
}

// TestImageCutShort reads images that end early: an error, no panic.
func TestImageCutShort(t *testing.T) {
	image := freshImage(t)
	for n := 0; n < len(image); n += 1 + len(image)/100 {
		_, d, err := decodeHead(image[:n])
		if err == nil {
			_, err = d.modules()
		}
		if err == nil {
			t.Errorf("an image of %d of %d bytes is taken for whole", n, len(image))
		}
	}
}
