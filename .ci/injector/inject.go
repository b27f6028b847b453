package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"sigs.k8s.io/yaml"
)

// patience bounds one run of istioctl. It answers in a second; where it looks
// for a cluster it would wait for ever.
const patience = time.Minute

// mode is one way to inject.
type mode struct {
	name   string
	config string // folder of the configuration
	native string // ENABLE_NATIVE_SIDECARS
	// sources names the files whose output is committed; none means all.
	sources []string
}

// modes lists the ways to inject. The selections show what the mode changes and
// keep the folder small enough to be read; the tests inject every source in
// every mode.
func modes() []mode {
	return []mode{
		{name: "plain", config: "default", native: "false"},
		{name: "native", config: "default", native: "true", sources: []string{
			"application", "cronjob", "hold", "init-containers", "job", "list", "proxy-config", "proxy-container", "tproxy",
		}},
		{name: "cni", config: "cni", native: "false", sources: []string{
			"application", "include-inbound-ports", "init-containers", "interception-none", "job", "native-sidecar",
			"redirect-lists", "tproxy",
		}},
	}
}

// profiles maps each configuration to the options of `manifest generate`.
// (values.pilot.cni.enabled alone is overwritten by the component's switch.)
func profiles() map[string][]string {
	return map[string][]string{
		"default": {"--set", "profile=default"},
		"cni":     {"--set", "profile=default", "--set", "components.cni.enabled=true"},
	}
}

// injector runs one istioctl away from the user's settings.
type injector struct {
	istioctl string
	home     string // stands for the home folder, with no settings in it
	config   string // configurations, one folder each
}

// istio runs istioctl with an environment that holds nothing but env. Istio has
// hundreds of variables that would change the outcome.
func (i injector) istio(env []string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, i.istioctl, args...)
	cmd.Env = append([]string{"HOME=" + i.home, "KUBECONFIG=" + os.DevNull}, env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if ctx.Err() != nil {
		err = errors.New("no answer; is it looking for a cluster?")
	}
	if err != nil {
		return nil, fmt.Errorf("istioctl %s: %w: %s", strings.Join(args, " "), err, stderr.Bytes())
	}
	return out, nil
}

// configure writes the three files that offline injection needs, for each
// profile, out of the ConfigMaps that an installation would get.
func (i injector) configure() error {
	for name, options := range profiles() {
		manifest, err := i.istio(nil, append([]string{"manifest", "generate"}, options...)...)
		if err != nil {
			return err
		}
		maps, err := configMaps(manifest)
		if err != nil {
			return err
		}
		dir := filepath.Join(i.config, name)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		for file, text := range map[string]string{
			"inject.yaml": maps["istio-sidecar-injector"]["config"],
			"values.json": maps["istio-sidecar-injector"]["values"],
			"mesh.yaml":   maps["istio"]["mesh"],
		} {
			if text == "" {
				return fmt.Errorf("profile %s has no ConfigMap with the contents of %s", name, file)
			}
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// configMaps reads the data of all ConfigMaps of a stream, by name.
func configMaps(stream []byte) (map[string]map[string]string, error) {
	found := map[string]map[string]string{}
	for document := range bytes.SplitSeq(stream, []byte("\n---\n")) {
		// Other kinds have fields of the same name and other types.
		var object struct {
			Kind     string
			Metadata struct{ Name string }
			Data     any
		}
		if err := yaml.Unmarshal(document, &object); err != nil {
			return nil, fmt.Errorf("reading the generated manifest: %w", err)
		}
		data, ok := object.Data.(map[string]any)
		if object.Kind != "ConfigMap" || !ok {
			continue
		}
		texts := map[string]string{}
		for key, value := range data {
			texts[key], _ = value.(string)
		}
		found[object.Metadata.Name] = texts
	}
	return found, nil
}

// inject returns what kube-inject makes of a file. Without --revision, or
// without one of the three files, istioctl looks for a cluster.
func (i injector) inject(file string, m mode) ([]byte, error) {
	dir := filepath.Join(i.config, m.config)
	return i.istio([]string{"ENABLE_NATIVE_SIDECARS=" + m.native}, "kube-inject", "--revision", "default",
		"--injectConfigFile", filepath.Join(dir, "inject.yaml"),
		"--meshConfigFile", filepath.Join(dir, "mesh.yaml"),
		"--valuesFile", filepath.Join(dir, "values.json"),
		"--filename", file)
}

// injectAll returns the injected files, by their path below fixtures/injected.
func (i injector) injectAll(dir string) (map[string][]byte, error) {
	made := map[string][]byte{}
	for _, m := range modes() {
		files := make([]string, len(m.sources))
		for n, source := range m.sources {
			files[n] = filepath.Join(dir, source+".yaml")
		}
		if len(files) == 0 {
			var err error
			if files, err = filepath.Glob(filepath.Join(dir, "*.yaml")); err != nil {
				return nil, err
			}
		}
		for _, file := range files {
			text, err := i.inject(file, m)
			if err != nil {
				return nil, err
			}
			made[filepath.Join(m.name, filepath.Base(file))] = text
		}
	}
	return made, nil
}
