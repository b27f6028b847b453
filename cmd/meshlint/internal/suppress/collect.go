package suppress

import (
	"errors"
	"strings"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// Comments finds the suppressions in the comments of a document. Each covers
// the findings on the line that the comment is about.
func Comments(d *manifest.Document) []*Suppression {
	var list []*Suppression
	for _, comment := range d.Comments(Marker) {
		s := &Suppression{By: ByComment, file: d.File, document: d.Document, span: comment.Span, snippet: comment.Snippet}
		s.entry, s.err = parse(comment.Text)
		s.covers = func(f *finding.Finding) bool {
			return f.File == s.file && f.Document == s.document && f.Line == comment.Covers
		}
		list = append(list, s)
	}
	return list
}

// metadata are the places in which an object may carry annotations: its own,
// and those of the pod templates that Kubernetes has. Injectors drop comments
// and keep annotations.
var metadata = [][]any{
	{"metadata", "annotations"},
	{"spec", "template", "metadata", "annotations"},
	{"spec", "jobTemplate", "metadata", "annotations"},
	{"spec", "jobTemplate", "spec", "template", "metadata", "annotations"},
}

// Annotations finds the suppressions in the annotations of an object and of its
// pod template, one a line. They cover the whole object.
func Annotations(o *manifest.Object) []*Suppression {
	var list []*Suppression
	for _, path := range metadata {
		node := o.Root
		for _, step := range path {
			node = manifest.Field(node, step.(string))
		}
		value := manifest.Resolve(manifest.Field(node, Annotation))
		if value == nil {
			continue
		}
		place := o.Place(append(path[:len(path):len(path)], Annotation), false)
		text, err := manifest.Scalar(value)
		lines, isText := text.(string)
		if value.Kind != manifest.ScalarNode || err != nil || !isText {
			s := annotation(o, place)
			s.err = errors.New("it is no string: quote it")
			list = append(list, s)
			continue
		}
		for line := range strings.Lines(strings.TrimSpace(lines) + "\n") {
			s := annotation(o, place)
			s.entry, s.err = parse(line)
			list = append(list, s)
		}
	}
	return list
}

// annotation makes a suppression that covers o and stands at place.
func annotation(o *manifest.Object, place manifest.Place) *Suppression {
	prefix := manifest.Pointer(o.Prefix...) + "/"
	s := &Suppression{
		By: ByAnnotation, file: o.Document.File, document: o.Document.Document, object: o.ID,
		span: place.Span, path: place.Path, snippet: place.Snippet,
	}
	s.covers = func(f *finding.Finding) bool {
		return f.File == s.file && f.Document == s.document && strings.HasPrefix(f.Path+"/", prefix)
	}
	return s
}
