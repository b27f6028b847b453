# METADATA
# title: Prometheus annotations as the injector reads them
# description: >-
#   With metrics merging the injector turns scraping to the agent's port (pkg/kube/inject/app_probe.go and webhook.go).
#   These are the annotations of the pod template.
package meshlint.lib.prometheus

import data.meshlint.lib.values
import data.meshlint.lib.workload

# Prometheus sees keys with everything but letters and digits replaced, and so does the injector.
_keys := _by_name(object.keys(workload.annotations))

_by_name(keys) := {_name(key): first |
	some key in keys
	startswith(key, "prometheus")
	first := min({other | some other in keys; startswith(other, "prometheus"); _name(other) == _name(key)})
}

_name(key) := regex.replace(key, `[^a-zA-Z0-9]`, "_")

_found(wanted) := {"value": workload.annotations[key], "path": array.concat(workload.annotations_path, [key])} if {
	key := _keys[wanted]
}

# METADATA
# title: The annotation prometheus.io/scrape
# description: Returns {value, path}; any key that sanitizes to prometheus_io_scrape.
scrape := _found("prometheus_io_scrape")

# METADATA
# title: The annotation prometheus.io/port
# description: Returns {value, path}; any key that sanitizes to prometheus_io_port.
port := _found("prometheus_io_port")

# METADATA
# title: The annotation prometheus.io/path
# description: Returns {value, path}; any key that sanitizes to prometheus_io_path.
metrics_path := _found("prometheus_io_path")

# METADATA
# title: Scraping is switched off
# description: A value that is no boolean counts as on.
scrape_off if values.bool(scrape.value) == false

# METADATA
# title: Scraping is switched on
scrape_on if values.bool(scrape.value) == true

# METADATA
# title: Merging is switched off for this pod
merge_off if values.bool(workload.annotation("prometheus.istio.io/merge-metrics").value) == false

# METADATA
# title: Scraping goes to the agent
# description: Scraping is on and the path is the one that the injector writes.
merged if {
	scrape_on
	metrics_path.value == "/stats/prometheus"
}

# METADATA
# title: Targets of prometheus.istio.io/scrape-targets
# description: >-
#   Array of {port, path, place}; items are `port` or `port:path`, trimmed, and the path is /metrics without one.
targets := [target |
	place := _found("prometheus_istio_io_scrape_targets")
	some item in values.split(place.value)
	trim_space(item) != ""
	parts := split(trim_space(item), ":")
	target := {
		"port": trim_space(parts[0]),
		"path": _path(trim_space(concat(":", array.slice(parts, 1, count(parts))))),
		"place": place,
	}
]

_path("") := "/metrics"

_path(path) := path if path != ""
