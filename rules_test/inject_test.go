package rules_test

import (
	"bytes"
	"debug/buildinfo"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// injectorDir holds the program that pins, builds and configures the real
// injector; its README says more.
const injectorDir = root + "/.ci/injector"

// injection is one way to run `istioctl kube-inject`.
type injection struct{ name, config, native string }

var injections = []injection{
	{"plain", "default", "false"},
	{"native", "default", "true"},
	{"cni", "cni", "false"},
}

// rightly lists what real output deserves to hear. Everything else that is
// found in it at warning level or above is a false positive.
var rightly = []struct{ mode, source, rule, why string }{
	{"plain", "job.yaml", "job-sidecar-never-ends", "a plain sidecar keeps the Job from completing"},
	{"cni", "job.yaml", "job-sidecar-never-ends", "CNI changes nothing about the end of the sidecar"},
}

// injector is a real istioctl and the configurations it injects by.
type injector struct{ istioctl, config string }

// TestInjector pipes the output of the real injector into the program.
func TestInjector(t *testing.T) {
	i := newInjector(t)
	t.Run("clean", i.testClean)
	t.Run("broken", i.testBroken)
	t.Run("committed", i.testCommitted)
}

// newInjector takes MESHLINT_ISTIOCTL, or the istioctl that the program in
// .ci/injector has built. It builds none: that takes minutes.
func newInjector(t *testing.T) injector {
	t.Helper()
	if testing.Short() {
		t.Skip("runs the injector a hundred times")
	}
	istioctl := os.Getenv("MESHLINT_ISTIOCTL")
	if istioctl == "" {
		where, err := injectorProgram(t, "-where")
		if err != nil {
			t.Skipf("no injector: run `go run .` in .ci/injector to build it, or set MESHLINT_ISTIOCTL to an istioctl (%v)", err)
		}
		istioctl = strings.TrimSpace(where)
	}
	istioctl, err := filepath.Abs(istioctl)
	if err != nil {
		t.Fatal(err)
	}
	i := injector{istioctl: istioctl, config: t.TempDir()}
	if _, err := injectorProgram(t, "-istioctl", i.istioctl, "-config", i.config); err != nil {
		t.Fatal(err)
	}
	return i
}

// injectorProgram runs the program in .ci/injector.
func injectorProgram(t *testing.T, args ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"run", "."}, args...)...)
	cmd.Dir = injectorDir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("go run . %s: %w: %s", strings.Join(args, " "), err, stderr.Bytes())
	}
	return stdout.String(), nil
}

// pipe starts `istioctl kube-inject` on a file and gives its output to read. It
// knows no settings of the user and, with a revision and all three files of
// configuration, looks for no cluster.
func (i injector) pipe(t *testing.T, way injection, file string, read func(stdout io.Reader)) {
	t.Helper()
	dir := path.Join(i.config, way.config)
	cmd := exec.CommandContext(t.Context(), i.istioctl, "kube-inject", "--revision", "default",
		"--injectConfigFile", dir+"/inject.yaml", "--meshConfigFile", dir+"/mesh.yaml",
		"--valuesFile", dir+"/values.json", "--filename", file)
	cmd.Env = []string{"HOME=" + t.TempDir(), "KUBECONFIG=" + os.DevNull, "ENABLE_NATIVE_SIDECARS=" + way.native}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	read(stdout)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("istioctl kube-inject -f %s: %v: %s", file, err, stderr.Bytes())
	}
}

// serious leaves out findings below warning level.
func serious(found []result) []result {
	return slices.DeleteFunc(found, func(r result) bool { return r.Severity == "info" })
}

func sources(t *testing.T) []string {
	t.Helper()
	return files(t, root+"/fixtures/source", isManifest)
}

// testClean injects each of our sources in each way: what Istio itself makes of
// a clean manifest is clean.
func (i injector) testClean(t *testing.T) {
	for _, way := range injections {
		for _, file := range sources(t) {
			t.Run(way.name+"/"+path.Base(file), func(t *testing.T) {
				t.Parallel()
				var want, got []string
				for _, r := range rightly {
					if r.mode == way.name && r.source == path.Base(file) {
						want = append(want, r.rule)
					}
				}
				i.pipe(t, way, file, func(stdout io.Reader) {
					for _, r := range serious(lint(t, stdout, "-")) {
						got = append(got, r.Rule)
						if !slices.Contains(want, r.Rule) {
							t.Errorf("false positive at line %d: %s: %s (%s)", r.Line, r.Rule, r.Message, r.Path)
						}
					}
				})
				if !slices.Equal(got, want) {
					t.Errorf("found %q, want %q", got, want)
				}
			})
		}
	}
}

// breakage changes one number in the arguments of istio-init (or of
// istio-validation): in the value of flag, old becomes new.
type breakage struct {
	name           string
	flag, old, new string
	rule           string
	at             string // text of the line it is found on; empty for the value itself
	ways           []string
}

var breakages = []breakage{
	{"other UID exempt", "-u", "1337", "1338", "proxy-uid-mismatch", "runAsUser: 1337", []string{"plain", "native"}},
	{"readiness captured", "-d", "15021,", "", "capture-port-not-excluded", "", []string{"plain", "native", "cni"}},
	// CNI writes the port into an annotation as well, which then has not landed.
	{"merged metrics captured", "-d", ",15020", "", "capture-port-not-excluded", "", []string{"plain", "native"}},
	{"metrics of Envoy captured", "-d", "15090,", "", "capture-port-not-excluded", "", []string{"plain", "native", "cni"}},
}

// apply changes the first value of the flag. It returns the changed text and
// the line, from 1, on which the fault has to be found.
func (b breakage) apply(t *testing.T, text string) (changed string, line int) {
	t.Helper()
	lines := strings.Split(text, "\n")
	for n := range lines {
		if strings.TrimSpace(lines[n]) != "- "+b.flag {
			continue
		}
		line = n + 2
		value := strings.Replace(lines[n+1], b.old, b.new, 1)
		if value == lines[n+1] {
			t.Fatalf("%s has the value %s", b.flag, strings.TrimSpace(value))
		}
		lines[n+1] = value
		break
	}
	if b.at != "" {
		line = 1 + slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) == b.at })
	}
	if line == 0 {
		t.Fatalf("no line to change for %s", b.name)
	}
	return strings.Join(lines, "\n"), line
}

// testBroken breaks one number at a time in real output: exactly that is
// found, on its line.
func (i injector) testBroken(t *testing.T) {
	for _, way := range injections {
		for _, source := range []string{"redirect.yaml", "statefulset.yaml", "list.yaml", "application.yaml"} {
			t.Run(way.name+"/"+source, func(t *testing.T) {
				var injected []byte
				var err error
				i.pipe(t, way, root+"/fixtures/source/"+source, func(stdout io.Reader) { injected, err = io.ReadAll(stdout) })
				if err != nil {
					t.Fatal(err)
				}
				for _, b := range breakages {
					if !slices.Contains(b.ways, way.name) {
						continue
					}
					t.Run(b.name, func(t *testing.T) {
						changed, line := b.apply(t, string(injected))
						found := serious(lint(t, strings.NewReader(changed), "-"))
						if len(found) != 1 || found[0].Rule != b.rule || found[0].Line != line {
							t.Errorf("want %s at line %d alone, got %+v", b.rule, line, found)
						}
					})
				}
			})
		}
	}
}

// testCommitted holds fixtures/injected against the pinned injector.
func (i injector) testCommitted(t *testing.T) {
	pins, err := os.ReadFile(injectorDir + "/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	info, err := buildinfo.ReadFile(i.istioctl)
	if err != nil || !strings.Contains(string(pins), "\tistio.io/istio "+info.Main.Version+" ") {
		t.Skipf("%s is not of the version that .ci/injector/go.mod pins", i.istioctl)
	}
	if _, err := injectorProgram(t, "-istioctl", i.istioctl, "-check"); err != nil {
		t.Error(err)
	}
}
