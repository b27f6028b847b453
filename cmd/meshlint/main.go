// Command meshlint checks Kubernetes manifests before and after the injection
// of the Istio sidecar. See README.md.
package main

import (
	"os"

	"github.com/meshlint/meshlint/cmd/meshlint/app"
)

func main() {
	os.Exit(app.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
