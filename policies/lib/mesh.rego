# METADATA
# title: Parameters of the mesh
# description: >-
#   What a single manifest cannot say about the mesh it goes into: ports, ids, version and what the namespaces do. Every
#   rule reads these from here, so that one setting holds for all of them. The defaults are those of a default install.
# custom:
#   parameters:
#     status-port:
#       type: integer
#       default: 15020
#       description: Port of the agent for status, metrics and probes, `defaultConfig.statusPort` of the mesh.
#     readiness-port:
#       type: integer
#       default: 15021
#       description: Port of the proxy's own readiness probe. Before Istio 1.6 it was the status port.
#     metrics-port:
#       type: integer
#       default: 15090
#       description: Port of Envoy's own Prometheus endpoint, the container port `http-envoy-prom`.
#     extra-reserved-ports:
#       type: array
#       default: []
#       description: Further ports that applications of this mesh must not use.
#     proxy-uid:
#       type: integer
#       default: 1337
#       description: User id that the redirect of a pod yet to be injected will exempt.
#     proxy-gid:
#       type: integer
#       default: 1337
#       description: Group id that the redirect of a pod yet to be injected will exempt.
#     assume-namespace:
#       type: string
#       enum: [unknown, injected, not-injected, ambient]
#       default: unknown
#       description: What to assume of a namespace whose Namespace object is not in the stream.
#     istio-version:
#       type: string
#       default: ""
#       description: Version of Istio that the manifests go to, such as "1.27". Empty means unknown.
#     native-sidecars:
#       type: boolean
#       default: false
#       description: Whether the mesh injects native sidecars without being asked (`ENABLE_NATIVE_SIDECARS`).
#     proxy-images:
#       type: array
#       default: []
#       description: Prefixes of proxy images accepted besides Istio's own, for mirrors and forks.
package meshlint.lib.mesh

# Port of the agent: number.
default status_port := 15020

status_port := data.meshlint.params.mesh["status-port"]

# Port of the proxy's readiness probe: number.
default readiness_port := 15021

readiness_port := data.meshlint.params.mesh["readiness-port"]

# Port of Envoy's own metrics: number.
default metrics_port := 15090

metrics_port := data.meshlint.params.mesh["metrics-port"]

# Further reserved ports: array of numbers.
default extra_reserved_ports := []

extra_reserved_ports := data.meshlint.params.mesh["extra-reserved-ports"]

# User id exempt from the redirect of pods yet to be injected: number.
default proxy_uid := 1337

proxy_uid := data.meshlint.params.mesh["proxy-uid"]

# Group id exempt from the redirect of pods yet to be injected: number.
default proxy_gid := 1337

proxy_gid := data.meshlint.params.mesh["proxy-gid"]

# What to assume of namespaces not in the stream: "unknown", "injected", "not-injected" or "ambient".
default assume_namespace := "unknown"

assume_namespace := data.meshlint.params.mesh["assume-namespace"]

# Version of Istio: text such as "1.27", "" when unknown.
default istio_version := ""

istio_version := data.meshlint.params.mesh["istio-version"]

# Whether the mesh injects native sidecars by default: boolean.
default native_sidecars := false

native_sidecars := data.meshlint.params.mesh["native-sidecars"]

# Prefixes of accepted proxy images: array of text.
default proxy_images := []

proxy_images := data.meshlint.params.mesh["proxy-images"]

# METADATA
# title: Istio is at least this version
# description: True when the version of the mesh is known and not below `version`; undefined otherwise.
at_least(version) if _numbers(istio_version) >= _numbers(version)

# METADATA
# title: Istio is before this version
# description: True when the version of the mesh is known and below `version`; undefined otherwise.
before(version) if _numbers(istio_version) < _numbers(version)

# Minor versions only: [1, 27] of "v1.27.3-rc.1".
_numbers(version) := [to_number(found[0][1]), to_number(found[0][2])] if {
	found := regex.find_all_string_submatch_n(`^v?([0-9]+)\.([0-9]+)`, version, 1)
	count(found) == 1
}
