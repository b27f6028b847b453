# METADATA
# title: A rewritten probe that the agent cannot answer
# description: >-
#   The injector points probes of the application at the agent and leaves the original in ISTIO_KUBE_APP_PROBERS. A
#   path without an entry there (the port name was unknown, or the manifest was edited) is answered with an error for
#   ever, and a probe on port 0 (the status port was switched off) is refused by the API server.
# related_resources:
#   - ref: https://istio.io/latest/docs/ops/configuration/mesh/app-health-check/
#     description: Health checking of Istio services
# custom:
#   severity: error
#   category: traffic
#   stage: injected
#   silent: >-
#     The probe has not been rewritten.
#   advice: >-
#     Repair the port name or the status port in the source and inject again.
#   examples: {bad: [bad.yaml, bad-port.yaml], good: [good.yaml]}
package meshlint.rules.traffic.app_prober_missing

import data.meshlint.lib.ports
import data.meshlint.lib.proxy

report contains {"path": array.concat(probe.action_path, ["path"]), "message": msg} if {
	proxy.injected
	some probe in ports.app_probes
	ports.rewritten(probe)
	problem := _problem(probe)
	msg := sprintf("The %s of %s was rewritten to %s, but %s", [
		probe.probe,
		probe.record.name,
		probe.http_path,
		problem,
	])
}

_problem(probe) := "its port is 0, which the API server refuses: give the status port a number and inject again." if {
	probe.port == 0
} else := concat(" ", [
	"ISTIO_KUBE_APP_PROBERS of istio-proxy has no such entry, so the agent answers with an error for ever:",
	"correct the probe in the source and inject again.",
]) if {
	not probe.http_path in object.keys(ports.prober_map)
}
