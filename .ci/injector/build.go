package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The module that go.mod pins, and the program in it.
const (
	istioModule  = "istio.io/istio"
	istioProgram = "istio.io/istio/istioctl/cmd/istioctl"
)

// cached is where the pinned istioctl is kept between runs: a folder for each
// version below the user's cache.
func cached() (string, error) {
	list := exec.Command("go", "list", "-m", "-f", "{{.Version}}", istioModule)
	list.Stderr = os.Stderr
	version, err := list.Output()
	if err != nil {
		return "", fmt.Errorf("asking for the pinned version of %s: %w", istioModule, err)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "meshlint", "injector", strings.TrimSpace(string(version)), "istioctl"), nil
}

// buildTool builds the pinned istioctl. An interrupted build leaves no tool.
func buildTool(tool string) error {
	if err := os.MkdirAll(filepath.Dir(tool), 0o755); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "injector: building %s, which takes minutes the first time\n", tool)
	part := tool + ".part"
	build := exec.Command("go", "build", "-o", part, istioProgram)
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("building %s: %w", istioProgram, err)
	}
	return os.Rename(part, tool)
}
