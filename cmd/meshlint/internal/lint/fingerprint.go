package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
)

// identifying are the keys that tell the items of a list apart in Kubernetes
// objects, best first: containers, env and volumes have names, ports numbers,
// mounts paths.
var identifying = []string{"name", "containerPort", "port", "mountPath", "key"}

// names writes a path with names in place of indices: reordering containers or
// adding an argument keeps it.
func names(object *manifest.Object, path []any) string {
	var out strings.Builder
	node := object.Root
	for _, step := range path {
		out.WriteByte('/')
		switch step := step.(type) {
		case string:
			out.WriteString(step)
			node = manifest.Field(node, step)
		case int:
			list := manifest.Resolve(node)
			if list == nil || list.Kind != manifest.SequenceNode || step >= len(list.Content) {
				out.WriteString(strconv.Itoa(step))
				node = nil
				continue
			}
			out.WriteString(item(list, step))
			node = list.Content[step]
		}
	}
	return out.String()
}

// joined adds the names of related places; their order is that of the source.
func joined(name string, related []string) string {
	slices.Sort(related)
	return strings.Join(append([]string{name}, related...), "\n")
}

// item names one item of a list: by an identifying key, an argument by its
// flag, and only else by its index.
func item(list *manifest.Node, index int) string {
	node := manifest.Resolve(list.Content[index])
	for _, key := range identifying {
		if value := manifest.Resolve(manifest.Field(node, key)); value != nil && value.Kind == manifest.ScalarNode {
			return key + "=" + value.Value
		}
	}
	if flag, ok := flag(node); ok {
		return flag
	}
	if index > 0 {
		if flag, ok := flag(manifest.Resolve(list.Content[index-1])); ok {
			return flag
		}
	}
	return strconv.Itoa(index)
}

// flag reads a command line flag without its value.
func flag(node *manifest.Node) (string, bool) {
	if node == nil || node.Kind != manifest.ScalarNode || !strings.HasPrefix(node.Value, "-") || len(node.Value) < 2 {
		return "", false
	}
	name, _, _ := strings.Cut(node.Value, "=")
	return name, true
}

// fingerprints turns the names that findings carry into hashes over rule,
// object and names; file, line and message are in none of them. Findings that
// agree in all of that are told apart by their order.
func fingerprints(findings []finding.Finding) {
	seen := map[string]int{}
	for i := range findings {
		f := &findings[i]
		key := strings.Join([]string{f.Rule, group(f.Object.APIVersion), f.Object.Kind, f.Object.Namespace, f.Object.Name, f.Fingerprint}, "\x00")
		seen[key]++
		if n := seen[key]; n > 1 {
			key += "\x00" + strconv.Itoa(n)
		}
		sum := sha256.Sum256([]byte(key))
		f.Fingerprint = hex.EncodeToString(sum[:16])
	}
}

// group drops the version of an apiVersion: apps/v1beta1 and apps/v1 name the
// same object.
func group(apiVersion string) string {
	before, _, found := strings.Cut(apiVersion, "/")
	if !found {
		return ""
	}
	return before
}
