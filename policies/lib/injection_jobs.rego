package meshlint.lib.injection

import data.meshlint.lib.mesh
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

_native := "sidecar.istio.io/nativeSidecar"

# METADATA
# title: The annotation sidecar.istio.io/nativeSidecar
# description: Returns {value, path, level}, the pod template's first; undefined when absent.
native_annotation := workload.annotation(_native)

# METADATA
# title: A native sidecar is asked for
# description: >-
#   The template tests for "not false" (since Istio 1.24), so any other value but the empty one, which leaves it to the
#   mesh, gives a native sidecar. On a CronJob the webhook reads the pod template.
native_requested if {
	value := workload.annotations[_native]
	not value in {"", "false"}
}

native_requested if {
	mesh.native_sidecars == true
	object.get(workload.annotations, _native, "") == ""
}

# METADATA
# title: A native sidecar is refused
native_refused if workload.annotations[_native] == "false"

# METADATA
# title: A native sidecar is asked for of every injector
# description: kube-inject reads the annotation of a CronJob on its job template.
native_requested_everywhere if {
	native_requested
	not workload.is_cronjob
}

native_requested_everywhere if {
	native_requested
	not object.get(workload.job_annotations, _native, "") in {"", "false"}
}

native_requested_everywhere if {
	native_requested
	workload.is_cronjob
	mesh.native_sidecars == true
	object.get(workload.job_annotations, _native, "") == ""
}

# METADATA
# title: The templates bring no istio-proxy
# description: grpc-simple brings none; of custom templates nobody knows, so they count as bringing none.
no_proxy_template if count(proxy.templates & {"sidecar", "gateway", "grpc-agent"}) == 0

# METADATA
# title: A container ends the proxy when its work is done
# description: >-
#   It calls the agent's or Envoy's quitquitquit, is wrapped by a program that does (scuttle), or kills the proxy in a
#   shared process namespace. Looked for in command, arguments, lifecycle commands and environment of every container
#   but Istio's own, without regard to case. A script inside the image cannot be seen.
worker_quits_proxy if {
	some text in _worker_texts
	contains(text, "quitquitquit")
}

worker_quits_proxy if {
	some record in workload.app_containers
	some text in array.concat([proxy.image(record)], _commands(record))
	contains(lower(text), "scuttle")
}

worker_quits_proxy if {
	some record in workload.app_containers
	some name in ["ISTIO_QUIT_API", "ENVOY_ADMIN_API"]
	proxy.env_of(record)[name]
}

worker_quits_proxy if {
	workload.spec.shareProcessNamespace == true
	some text in _worker_texts
	regex.match(`(?s)(pkill|killall|kill).*(pilot-agent|envoy)`, text)
}

# One text per container, in lower case.
_worker_texts := [lower(concat(" ", array.concat(_commands(record), [value | some value in proxy.env_of(record)]))) |
	some record in workload.app_containers
]

_commands(record) := array.concat(
	[token.text | some token in proxy.tokens_of(record)],
	[word |
		some hook in ["postStart", "preStop"]
		some item in workload.as_array(record.container.lifecycle[hook].exec.command)
		word := workload.text(item)
	],
)
