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
import data.meshlint.lib.ports
import data.meshlint.lib.prometheus

report contains {"path": target.path, "message": msg} if {
	injection.may_be_injected
	not prometheus.scrape_off
	not prometheus.merge_off
	some target in _targets
	regex.match(`^[0-9]{1,5}$`, target.value)
	port := to_number(target.value)
	port in ports.scrape_reserved
	msg := sprintf("Metrics are scraped at port %d, which belongs to %s: the application's are missing, and %s", [
		port,
		object.get(ports.reserved, [port, "owner"], "the proxy"),
		"recent injectors refuse the pod. Name the port of the application.",
	])
}

_targets contains prometheus.port

_targets contains {"value": target.port, "path": target.place.path} if some target in prometheus.targets
