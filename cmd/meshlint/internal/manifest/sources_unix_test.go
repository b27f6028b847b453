//go:build unix

package manifest

import (
	"os"
	"syscall"
	"testing"
)

func TestFindPipe(t *testing.T) {
	tree(t)
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	sources, problems := Find([]string{"pipe"}, FindOptions{})
	if len(sources) != 1 || len(problems) != 0 {
		t.Fatalf("sources %v, problems %v", sources, problems)
	}
	go func() {
		if file, err := os.OpenFile("pipe", os.O_WRONLY, 0); err == nil {
			_, _ = file.WriteString("text")
			_ = file.Close()
		}
	}()
	if got := content(t, sources[0]); got != "text" {
		t.Errorf("read %q", got)
	}
}
