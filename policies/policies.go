// Package policies holds the rules of meshlint: plain Rego over plain
// Kubernetes objects, and tables of facts about Istio. This file only embeds
// them; what is known about Istio stands in the Rego and the data.
package policies

import "embed"

// FS holds lib/, rules/ and data/ as they are in the source tree.
//
//go:embed lib rules data
var FS embed.FS
