# METADATA
# description: Labels of Istio that people write as annotations.
package meshlint.lib.labels

# METADATA
# description: >-
#   Labels that choose the data plane or a waypoint. As annotations they are stored and nothing reads them: the
#   selectors of webhooks, istio-cni and the waypoint controller look at labels (istio.io/api, label.pb.go).
dataplane := {
	"istio-injection",
	"istio.io/dataplane-mode",
	"istio.io/ingress-use-waypoint",
	"istio.io/use-waypoint",
	"istio.io/use-waypoint-namespace",
	"istio.io/waypoint-for",
}

# METADATA
# description: The label that chooses a control plane, on namespaces and pods.
revision := "istio.io/rev"
