// Package policy turns Rego modules into rules and evaluates them, one
// Kubernetes object at a time. It is the only package that knows OPA.
package policy

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
	"github.com/meshlint/meshlint/policies"
)

// Catalogue is every rule that could run: the embedded ones and those of
// custom folders. It is parsed, not yet compiled.
type Catalogue struct {
	// Rules are sorted by category and id; those that the decoder itself
	// reports (category stream) are among them.
	Rules []finding.Rule
	// Mesh are the parameters that all rules share.
	Mesh []finding.Parameter

	modules []*ast.Module // lib and other modules that are no rule
	rules   map[string]*ast.Module
	caps    *ast.Capabilities

	// image, if set, has the rules compiled already, and modules and rules are
	// empty.
	image *decoder
}

// Load reads the embedded rules and those of the given folders. Faults of a
// policy file are errors that name file and line.
func Load(folders []string) (*Catalogue, error) {
	sources, err := embedded()
	if err != nil {
		return nil, err
	}
	if len(folders) == 0 {
		head, image, err := decodeHead(imageFile)
		if err == nil && head.Format == imageFormat && head.Sources == hash(sources) {
			return &Catalogue{Rules: head.Rules, Mesh: head.Mesh, image: image}, nil
		}
	}
	return load(sources, folders)
}

// load parses the sources and those of the folders.
func load(sources []source, folders []string) (*Catalogue, error) {
	for _, dir := range folders {
		more, err := folder(dir)
		if err != nil {
			return nil, err
		}
		sources = append(sources, more...)
	}
	c := &Catalogue{rules: map[string]*ast.Module{}, caps: sandbox()}
	modules, err := parse(sources, c.caps)
	if err != nil {
		return nil, err
	}
	for i, module := range modules {
		if err := c.add(module, sources[i].builtin); err != nil {
			return nil, fmt.Errorf("loading policies: %w", err)
		}
	}
	slices.SortFunc(c.Rules, func(a, b finding.Rule) int {
		return strings.Compare(a.Category+"/"+a.ID, b.Category+"/"+b.ID)
	})
	return c, nil
}

func (c *Catalogue) add(module *ast.Module, builtin bool) error {
	name := packagePath(module)
	if !strings.HasPrefix(name, rulesPrefix) {
		c.modules = append(c.modules, module)
		if name != libPackage {
			return nil
		}
		block := annotations(module)
		if block == nil {
			return nil
		}
		r := &reader{custom: block.Custom, file: block.Location.File, row: block.Location.Row}
		c.Mesh = r.parameters()
		return r.err
	}
	rule, err := metadata(module, builtin)
	if err != nil {
		return err
	}
	if rule.ID == meshKey {
		return fmt.Errorf("%s: the rule name %q is taken by the parameters of the mesh", module.Package.Location.File, meshKey)
	}
	if other, taken := c.rules[rule.ID]; taken {
		return fmt.Errorf("%s: rule %s is already defined in %s", module.Package.Location.File, rule.ID, other.Package.Location.File)
	}
	if err := heads(module, rule); err != nil {
		return err
	}
	c.rules[rule.ID] = module
	c.Rules = append(c.Rules, rule)
	return nil
}

// The documents of a rule that the engine reads.
const (
	reportName          = "report"
	aggregateName       = "aggregate"
	aggregateReportName = "aggregate_report"
)

// heads checks that a rule contributes something, in the right form: a set
// that nobody reads would be a rule without effect.
func heads(module *ast.Module, rule finding.Rule) error {
	found := false
	for _, r := range module.Rules {
		name := string(r.Head.Name)
		if len(r.Head.Ref()) > 0 {
			name = r.Head.Ref()[0].Value.String()
		}
		if name != reportName && name != aggregateName && name != aggregateReportName {
			continue
		}
		found = true
		if r.Head.Key == nil || r.Head.Value != nil || len(r.Head.Args) > 0 {
			return fmt.Errorf("%s:%d: write `%s contains finding if { ... }`", r.Location.File, r.Location.Row, name)
		}
	}
	if !found && rule.Category != StreamCategory {
		where := module.Package.Location
		return fmt.Errorf("%s:%d: rule %s has no report, aggregate or aggregate_report", where.File, where.Row, rule.ID)
	}
	return nil
}

// StreamCategory is the category of the rules that the reader of documents and
// of suppressions reports; their modules hold only METADATA.
const StreamCategory = "stream"

// Options says which rules to compile and with which parameters.
type Options struct {
	// Enabled are the ids of the rules to run; nil is all.
	Enabled func(rule finding.Rule) bool
	// Params are values by rule id (or "mesh") and parameter name; what is
	// absent has its default.
	Params map[string]map[string]any
	// Timeout bounds the evaluation of one object; 0 is no bound.
	Timeout time.Duration
}

// Policy is compiled rules, ready to evaluate objects from many goroutines.
type Policy struct {
	compiler *ast.Compiler
	store    storage.Store
	queries  map[string]ast.Body
	// rules are numbered as the entry module numbers them; off holds those
	// that are compiled but not wanted.
	rules   []finding.Rule
	off     []bool
	across  bool
	timeout time.Duration
	// memos are the caches of the goroutines that evaluate.
	memos sync.Pool
}

// Compile makes the enabled rules one query.
func (c *Catalogue) Compile(o Options) (*Policy, error) {
	p := &Policy{timeout: o.Timeout, queries: map[string]ast.Body{}}
	var err error
	if c.image != nil {
		err = p.fromImage(c, o)
	} else {
		err = p.fromSources(c, o)
	}
	if err != nil {
		return nil, fmt.Errorf("compiling policies: %w", err)
	}
	for _, name := range []string{reportName, aggregateReportName} {
		// So short a query needs no compiling.
		p.queries[name] = ast.MustParseBody("data.meshlint.engine." + name + " = found")
	}
	data, err := tables()
	if err != nil {
		return nil, err
	}
	data["meshlint"] = map[string]any{"params": c.params(o.Params)}
	plan := newPlan(p.compiler.Modules)
	p.memos.New = func() any { return newMemo(plan) }
	p.store = inmem.NewFromObjectWithOpts(data, inmem.OptRoundTripOnWrite(false), inmem.OptReturnASTValuesOnRead(true))
	return p, nil
}

// fromSources compiles the enabled rules and no others.
func (p *Policy) fromSources(c *Catalogue, o Options) error {
	modules, err := p.joined(c, o)
	if err != nil {
		return err
	}
	p.compiler = compiled(modules)
	if p.compiler.Failed() {
		return p.compiler.Errors
	}
	return nil
}

// joined compiles the enabled rules and makes the engine that asks them, guards
// included.
func (p *Policy) joined(c *Catalogue, o Options) ([]*ast.Module, error) {
	modules := map[string]*ast.Module{}
	for _, module := range c.modules {
		modules[module.Package.Location.File] = module
	}
	for _, rule := range c.Rules {
		if o.Enabled != nil && !o.Enabled(rule) {
			continue
		}
		module := c.rules[rule.ID]
		modules[module.Package.Location.File] = module
		p.rules = append(p.rules, rule)
	}
	p.off = make([]bool, len(p.rules))
	entry, err := p.entry(c.rules)
	if err != nil {
		return nil, err
	}
	modules[engineFile] = entry
	compiler := ast.NewCompiler().WithCapabilities(c.caps).WithDefaultRegoVersion(ast.RegoV1)
	compiler.Compile(modules)
	if compiler.Failed() {
		return nil, oneLine(compiler.Errors)
	}
	p.join(compiler.Modules, c.rules)
	var all []*ast.Module
	for _, file := range slices.Sorted(maps.Keys(compiler.Modules)) {
		all = append(all, compiler.Modules[file])
	}
	return all, nil
}

// fromImage takes all rules as they are in the image; the results of those that
// are not enabled are dropped.
func (p *Policy) fromImage(c *Catalogue, o Options) error {
	modules, err := c.image.modules()
	if err != nil {
		return err
	}
	for _, rule := range c.Rules {
		p.rules = append(p.rules, rule)
		p.off = append(p.off, o.Enabled != nil && !o.Enabled(rule))
	}
	p.across = true
	p.compiler = compiled(modules)
	if p.compiler.Failed() {
		return p.compiler.Errors
	}
	return nil
}

// Enabled returns the rules that run, sorted by category and id.
func (p *Policy) Enabled() []finding.Rule {
	var enabled []finding.Rule
	for i, rule := range p.rules {
		if !p.off[i] {
			enabled = append(enabled, rule)
		}
	}
	return enabled
}

// Rule returns the rule that a Result or Fact has the number of.
func (p *Policy) Rule(number int) finding.Rule { return p.rules[number] }

// params lays the given values over the defaults.
func (c *Catalogue) params(given map[string]map[string]any) map[string]any {
	all := map[string]any{}
	add := func(key string, parameters []finding.Parameter) {
		values := map[string]any{}
		for _, parameter := range parameters {
			values[parameter.Name] = parameter.Default
			if value, ok := given[key][parameter.Name]; ok {
				values[parameter.Name] = value
			}
		}
		if len(values) > 0 {
			all[key] = plain(values)
		}
	}
	add(meshKey, c.Mesh)
	for _, rule := range c.Rules {
		add(rule.ID, rule.Parameters)
	}
	return all
}

// plain turns ints into json.Number, as the store of OPA keeps numbers.
func plain(values map[string]any) map[string]any {
	for key, value := range values {
		if n, ok := value.(int); ok {
			values[key] = json.Number(strconv.Itoa(n))
		}
	}
	return values
}

// tables reads policies/data: each file's keys appear below data.data, where
// `opa -d policies` puts them too.
func tables() (map[string]any, error) {
	all := map[string]any{}
	entries, err := fs.ReadDir(policies.FS, "data")
	if err != nil {
		return nil, fmt.Errorf("reading tables: %w", err)
	}
	for _, entry := range entries {
		if path.Ext(entry.Name()) != ".json" {
			continue
		}
		text, err := fs.ReadFile(policies.FS, "data/"+entry.Name())
		if err != nil {
			return nil, fmt.Errorf("reading tables: %w", err)
		}
		decoder := json.NewDecoder(strings.NewReader(string(text)))
		decoder.UseNumber()
		if err := decoder.Decode(&all); err != nil {
			return nil, fmt.Errorf("reading tables: policies/data/%s: %w", entry.Name(), err)
		}
	}
	return map[string]any{"data": all}, nil
}

// read opens a transaction on the store for one evaluation.
func (p *Policy) read(ctx context.Context) (storage.Transaction, func(), error) {
	txn, err := p.store.NewTransaction(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("reading tables: %w", err)
	}
	return txn, func() { p.store.Abort(ctx, txn) }, nil
}
