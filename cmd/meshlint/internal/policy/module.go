package policy

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/meshlint/meshlint/policies"
)

// source is the text of one Rego module before it is parsed.
type source struct {
	name    string // as errors name it
	text    string
	builtin bool
}

// embedded returns the modules that are part of the program, sorted by name.
func embedded() ([]source, error) {
	var sources []source
	for _, dir := range []string{"lib", "rules"} {
		err := fs.WalkDir(policies.FS, dir, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || path.Ext(name) != ".rego" {
				return err
			}
			text, err := fs.ReadFile(policies.FS, name)
			sources = append(sources, source{name: "policies/" + name, text: string(text), builtin: true})
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("reading embedded policies: %w", err)
		}
	}
	return sources, nil
}

// folder returns the modules below dir, tests left out, sorted by name.
func folder(dir string) ([]source, error) {
	var sources []source
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".rego" || strings.HasSuffix(name, "_test.rego") {
			return err
		}
		text, err := os.ReadFile(name)
		sources = append(sources, source{name: filepath.ToSlash(name), text: string(text)})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading policies: %w", err)
	}
	if len(sources) == 0 {
		return nil, fmt.Errorf("reading policies: no .rego file in %s", dir)
	}
	slices.SortFunc(sources, func(a, b source) int { return strings.Compare(a.name, b.name) })
	return sources, nil
}

// hash tells sets of sources apart.
func hash(sources []source) string {
	sum := sha256.New()
	for _, src := range sources {
		fmt.Fprintf(sum, "%s\x00%d\x00%s", src.name, len(src.text), src.text)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// parse parses all sources side by side. With annotations the METADATA blocks
// are read too, which costs about as much again.
func parse(sources []source, capabilities *ast.Capabilities) ([]*ast.Module, error) {
	modules := make([]*ast.Module, len(sources))
	errs := make([]error, len(sources))
	var group sync.WaitGroup
	for i, src := range sources {
		group.Go(func() {
			options := ast.ParserOptions{
				ProcessAnnotation: true,
				RegoVersion:       ast.RegoV1,
				Capabilities:      capabilities,
			}
			modules[i], errs[i] = ast.ParseModuleWithOpts(src.name, src.text, options)
			if errs[i] == nil && modules[i] == nil {
				errs[i] = fmt.Errorf("%s: no package in this file", src.name)
			}
		})
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("parsing policies: %w", oneLine(err))
	}
	return modules, nil
}

// oneLine drops the counts and the excerpts that OPA puts around its errors:
// the first error says where to look.
func oneLine(err error) error {
	if list, ok := errors.AsType[ast.Errors](err); ok && len(list) > 0 {
		first := list[0]
		if first.Location != nil {
			return fmt.Errorf("%s:%d:%d: %s", first.Location.File, first.Location.Row, first.Location.Col, first.Message)
		}
		return errors.New(first.Message)
	}
	return err
}

// forbidden are the built-in functions that rules do without: they reach the
// network, the environment, the clock or chance, so that a rule would not say
// the same on every machine, or would tell a stranger what is on this one.
var forbidden = []string{
	"http.send", "net.lookup_ip_addr", "opa.runtime", "rand.intn", "uuid.rfc4122", "time.now_ns", "trace",
	"io.jwt.decode_verify", "io.jwt.encode_sign", "io.jwt.encode_sign_raw", "print",
}

// sandbox returns what rules may call.
func sandbox() *ast.Capabilities {
	capabilities := ast.CapabilitiesForThisVersion()
	capabilities.Builtins = slices.DeleteFunc(capabilities.Builtins, func(b *ast.Builtin) bool {
		return slices.Contains(forbidden, b.Name)
	})
	capabilities.AllowNet = []string{}
	return capabilities
}
