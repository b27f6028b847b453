package app

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/lint"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/manifest"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/policy"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/report"
	"github.com/meshlint/meshlint/cmd/meshlint/internal/suppress"
)

const lintUsage = `meshlint checks Kubernetes manifests before and after the injection of the Istio sidecar.

Usage:
  meshlint [lint] [flags] PATH ...    check files and directories; - is standard input
  meshlint COMMAND [flags]

  istioctl kube-inject -f app.yaml | meshlint -

Commands:
%s
Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 wrong usage, 3 an input could not be read.
`

// evaluationTimeout bounds the rules on one object. Real objects take well
// under a millisecond per rule.
const evaluationTimeout = 10 * time.Second

// lintFlags are the flags of the lint command.
type lintFlags struct {
	outputs       []string
	failOn        string
	rules, skip   []string
	policies      []string
	jobs          int
	color         string
	quiet         bool
	verbose       bool
	stdinFilename string
	version       bool

	noSuppressions    bool
	includeSuppressed bool
	sarifCategory     string
	today             string

	fix, diff, pass         bool
	stdin                   bool // - is among the paths
	baseline, writeBaseline string
}

func (f *lintFlags) register(set *pflag.FlagSet) {
	set.StringArrayVarP(&f.outputs, "output", "o", nil, "`FORMAT[=FILE]`: "+strings.Join(report.Formats(), ", ")+" (default text; may be repeated)")
	set.StringVar(&f.failOn, "fail-on", "error", "exit with 1 for findings of this `LEVEL` or above: error, warning, info or never")
	set.StringSliceVar(&f.rules, "rule", nil, "run only these rules or categories (`RULE`,...)")
	set.StringSliceVar(&f.skip, "skip", nil, "run without these rules or categories (`RULE`,...)")
	set.StringArrayVar(&f.policies, "policy", nil, "`DIR` of custom rules in Rego (may be repeated)")
	set.IntVarP(&f.jobs, "jobs", "j", 0, "documents checked at once (default: one per CPU)")
	set.StringVar(&f.color, "color", "auto", "colour the text report: auto, always or never (NO_COLOR is respected)")
	set.BoolVarP(&f.quiet, "quiet", "q", false, "print findings only, no summary")
	set.BoolVarP(&f.verbose, "verbose", "v", false, "print advice with each finding, and suppressed findings")
	set.StringVar(&f.stdinFilename, "stdin-filename", "stdin", "`NAME` of standard input in reports")
	set.BoolVar(&f.fix, "fix", false, "repair what can be repaired for certain, in place (of standard input: to standard output)")
	set.BoolVar(&f.diff, "diff", false, "print the repairs as a diff that git apply takes, and change nothing")
	set.BoolVar(&f.pass, "pass", false, "print standard input when nothing at or above --fail-on was found, else nothing; findings go to standard error")
	set.StringVar(&f.baseline, "baseline", "", "do not count the findings that this `FILE` has")
	set.StringVar(&f.writeBaseline, "write-baseline", "", "write the findings to this `FILE`, as a baseline")
	set.BoolVar(&f.noSuppressions, "no-suppressions", false, "count suppressed findings, too (for audits)")
	set.BoolVar(&f.includeSuppressed, "include-suppressed", false, "put suppressed findings into SARIF (GitHub opens them as alerts)")
	set.StringVar(&f.sarifCategory, "sarif-category", "", "`CATEGORY` of the SARIF run, for several in one commit")
	set.StringVar(&f.today, "today", "", "`DATE` on which suppressions expire (default: today)")
	set.BoolVar(&f.version, "version", false, "print the version")
	if err := set.MarkHidden("today"); err != nil {
		panic(err) // the flag is two lines above
	}
}

func lintHelp() string {
	var list strings.Builder
	for _, command := range commands() {
		fmt.Fprintf(&list, "  %-10s %s\n", command.name, command.summary)
	}
	return fmt.Sprintf(lintUsage, list.String())
}

func lintCommand(c *call, args []string) error {
	var f lintFlags
	set := c.flags("meshlint", lintHelp())
	f.register(set)
	if err := parse(set, args); err != nil {
		return err
	}
	if f.version {
		return versionCommand(c, nil)
	}
	outputs, err := f.check(set.Args())
	if err != nil {
		return err
	}
	c.out = c.stdout
	if f.pass || f.diff || f.fix && f.stdin {
		// Standard output is for the manifests or the diff.
		c.stdout = c.stderr
	}
	catalogue, err := policy.Load(f.policies)
	if err != nil {
		return usageError("%w", err)
	}
	enabled, err := selection(catalogue.Rules, f.rules, f.skip)
	if err != nil {
		return err
	}
	compiled, err := catalogue.Compile(policy.Options{Enabled: enabled, Timeout: evaluationTimeout})
	if err != nil {
		return usageError("%w", err)
	}
	sources, problems := manifest.Find(set.Args(), manifest.FindOptions{Stdin: c.stdin, StdinName: f.stdinFilename})
	options := lint.Options{
		Policy: compiled, Jobs: f.jobs,
		NoSuppressions: f.noSuppressions, Today: f.today, Known: known(catalogue.Rules),
	}
	if f.baseline != "" {
		if options.Baseline, err = suppress.ReadBaseline(f.baseline); err != nil {
			return usageError("%w", err)
		}
	}
	return c.lint(&f, outputs, sources, problems, options)
}

// lint runs and reports, with repair, baseline and gate where they are asked
// for.
func (c *call) lint(f *lintFlags, outputs []output, sources []manifest.Source, problems []manifest.Problem, o lint.Options) error {
	run := func(sources []manifest.Source) (lint.Result, error) {
		o.Sources = sources
		return lint.Run(c.ctx, o)
	}
	r := &repairer{lint: run, sources: sources}
	var input bytes.Buffer
	var result lint.Result
	var err error
	switch {
	case f.fix || f.diff:
		result, err = r.repair()
	case f.pass:
		c.stdin = io.TeeReader(c.stdin, &input)
		sources, problems = manifest.Find([]string{"-"}, manifest.FindOptions{Stdin: c.stdin, StdinName: f.stdinFilename})
		result, err = run(sources)
	default:
		result, err = run(sources)
	}
	if err != nil {
		return err
	}
	for _, p := range problems {
		result.Problems = append(result.Problems, lint.Problem{File: p.File, Err: p.Err})
	}
	if err := c.repaired(f, r); err != nil {
		return err
	}
	result.Summary.Count(result.Findings)
	err = c.finish(*f, outputs, result, o.Policy.Enabled())
	if f.writeBaseline != "" && (err == nil || errors.Is(err, errFindings)) {
		// What is in the baseline from now on does not fail the run that
		// wrote it.
		return writeBaseline(f.writeBaseline, result.Findings)
	}
	if f.pass && err == nil {
		if _, err := c.out.Write(input.Bytes()); err != nil {
			return fmt.Errorf("passing the stream on: %w", err)
		}
	}
	return err
}

// repaired writes what was repaired: into the files, to standard output, or as
// a diff.
func (c *call) repaired(f *lintFlags, r *repairer) error {
	switch {
	case f.diff:
		return r.diff(c.out)
	case f.fix && f.stdin:
		if _, err := c.out.Write(r.current[f.stdinFilename]); err != nil {
			return fmt.Errorf("writing the repaired stream: %w", err)
		}
	case f.fix:
		count, err := r.write()
		if count > 0 {
			fmt.Fprintf(c.stderr, "meshlint: repaired %s\n", plural(count, "file"))
		}
		return err
	}
	return nil
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func writeBaseline(file string, findings []finding.Finding) error {
	var text bytes.Buffer
	if err := suppress.WriteBaseline(&text, findings); err != nil {
		return err
	}
	if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing the baseline: %w", err)
	}
	return nil
}

// check looks at everything that can be wrong before a byte is read.
func (f *lintFlags) check(paths []string) ([]output, error) {
	if len(paths) == 0 {
		return nil, usageError("no PATH given: name files or directories, or - for standard input")
	}
	f.stdin = slices.Contains(paths, "-")
	switch {
	case f.fix && f.diff:
		return nil, usageError("--fix and --diff exclude each other: repair, or look at the repairs")
	case f.pass && (f.fix || f.diff):
		return nil, usageError("--pass passes the input on as it is: it does not go with --fix or --diff")
	case f.pass && (len(paths) != 1 || !f.stdin):
		return nil, usageError("--pass reads standard input: meshlint --pass -")
	case f.fix && f.stdin && len(paths) > 1:
		return nil, usageError("--fix repairs standard input or files, not both at once")
	}
	if f.failOn != "never" {
		if _, err := finding.ParseSeverity(f.failOn); err != nil {
			return nil, usageError("--fail-on %s: use error, warning, info or never", f.failOn)
		}
	}
	if !slices.Contains([]string{"auto", "always", "never"}, f.color) {
		return nil, usageError("--color %s: use auto, always or never", f.color)
	}
	if f.jobs < 0 {
		return nil, usageError("--jobs %d: use a positive number", f.jobs)
	}
	for _, path := range paths {
		if _, err := os.Stat(path); path != "-" && os.IsNotExist(err) && !strings.ContainsAny(path, "./\\") {
			var names []string
			for _, command := range commands() {
				names = append(names, command.name)
			}
			if command := nearest(path, names); command != "" {
				return nil, usageError("no file or command is called %q%s", path, didYouMean("meshlint ", command))
			}
		}
	}
	if f.today == "" {
		f.today = time.Now().Format(time.DateOnly)
	} else if _, err := time.Parse(time.DateOnly, f.today); err != nil {
		return nil, usageError("--today %s: write YYYY-MM-DD", f.today)
	}
	return parseOutputs(f.outputs)
}

// known returns whether a rule of an id exists.
func known(rules []finding.Rule) func(id string) bool {
	return func(id string) bool {
		return slices.ContainsFunc(rules, func(r finding.Rule) bool { return r.ID == id })
	}
}

// selection turns --rule and --skip into a filter. Rules of the category
// stream stay on unless they are skipped: what cannot be read must be said.
func selection(rules []finding.Rule, only, skip []string) (func(finding.Rule) bool, error) {
	known := map[string]bool{}
	var names []string
	for _, rule := range rules {
		known[rule.ID], known[rule.Category] = true, true
		names = append(names, rule.ID, rule.Category)
	}
	for _, word := range slices.Concat(only, skip) {
		if !known[word] {
			return nil, usageError("no rule or category is called %q%s", word, didYouMean("", nearest(word, names)))
		}
	}
	matches := func(rule finding.Rule, words []string) bool {
		return slices.Contains(words, rule.ID) || slices.Contains(words, rule.Category)
	}
	return func(rule finding.Rule) bool {
		if matches(rule, skip) {
			return false
		}
		return len(only) == 0 || matches(rule, only) || rule.Category == policy.StreamCategory
	}, nil
}

// finish writes the reports and decides the exit code.
func (c *call) finish(f lintFlags, outputs []output, result lint.Result, rules []finding.Rule) error {
	r := report.Report{
		Version: Version(), Findings: result.Findings, Rules: rules, Summary: result.Summary, Files: result.Files,
	}
	if slices.Contains(result.Files, f.stdinFilename) {
		r.Stdin = f.stdinFilename
	}
	for _, problem := range result.Problems {
		r.Problems = append(r.Problems, report.Problem{File: problem.File, Message: problem.Err.Error()})
		fmt.Fprintf(c.stderr, "meshlint: %s\n", printable(problem.Err.Error()))
	}
	for _, out := range outputs {
		options := report.Options{
			Color: out.file == "" && c.colored(f.color), Quiet: f.quiet, Verbose: f.verbose,
			SARIFCategory: f.sarifCategory, IncludeSuppressed: f.includeSuppressed,
		}
		options.Root, options.Dir = repository()
		if err := c.write(out, r, options); err != nil {
			return err
		}
	}
	if len(result.Problems) > 0 {
		return errReported
	}
	if f.failOn == "never" {
		return nil
	}
	threshold, _ := finding.ParseSeverity(f.failOn)
	for _, found := range result.Findings {
		if found.Suppressed == nil && found.Severity >= threshold {
			return errFindings
		}
	}
	return nil
}

// colored says whether the text report may have colours.
func (c *call) colored(mode string) bool {
	switch mode {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(c.stdout)
}

// isTerminal reports whether w is a character device, which is what a terminal
// is and a pipe or file is not.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// repository returns the root of the repository that the working folder is in,
// and the working folder, both without symbolic links; outside of a repository
// the two are the same.
func repository() (root, dir string) {
	dir, err := os.Getwd()
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return "", ""
	}
	for root = dir; ; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, ".git")); err == nil {
			return root, dir
		}
		if root == filepath.Dir(root) {
			return dir, dir
		}
	}
}
