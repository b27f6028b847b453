# METADATA
# title: Prometheus is sent to a port of the proxy
# description: >-
#   With merged metrics the agent scrapes the application at prometheus.io/port and serves both on 15020. Where that
#   port is one of the proxy the agent scrapes itself or Envoy: the metrics of the application are missing, the agent
#   may run in circles, and since Istio 1.31 the injection fails.
# related_resources:
#   - ref: https://istio.io/latest/docs/ops/integrations/prometheus/#option-1-metrics-merging
#     description: Metrics merging
# custom:
#   severity: error
#   category: values
#   stage: source
#   silent: >-
#     Merging or scraping is switched off; the pod is not injected, or has been already.
#   advice: >-
#     Name the port on which the application serves its metrics.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.values.prometheus_port_reserved

import data.meshlint.lib.injection
import data.meshlint.lib.mesh
import data.meshlint.lib.ports
import data.meshlint.lib.prometheus
import data.meshlint.lib.values

report contains {"path": target.path, "message": msg} if {
	some target in _targets
	port := _number(target.value)
	port in ports.scrape_reserved
	msg := sprintf("Metrics are scraped at port %d, which belongs to %s: the application's are missing, and %s", [
		port,
		object.get(ports.reserved, [port, "owner"], "the proxy"),
		"recent injectors refuse the pod. Name the port of the application.",
	])
}

report contains {"path": target.path, "message": msg} if {
	some target in _targets
	not _port(target.value)
	msg := sprintf("Metrics are scraped at %q, which is no port from 1 to 65535: the application's are missing, and %s", [
		target.value,
		"recent injectors refuse the pod. Write the number of the port.",
	])
}

_merging if {
	injection.may_be_injected
	not prometheus.scrape_off
	not prometheus.merge_off
}

# The port does not count beside targets, unless it is the agent's: then the injector takes the pod for one that it
# has seen before, and looks no further.
_targets contains prometheus.port if {
	_merging
	prometheus.port.value != ""
	count(prometheus.targets) == 0
}

_targets contains prometheus.port if {
	_merging
	_agent
}

_targets contains {"value": target.port, "path": target.place.path} if {
	_merging
	not _agent
	some target in prometheus.targets
}

_agent if prometheus.port.value == sprintf("%d", [mesh.status_port])

_number(text) := values.uint32(trim_prefix(text, "+"))

_port(text) if {
	number := _number(text)
	number > 0
	number < 65536
}
