package meshlint.lib.mesh_test

import data.meshlint.lib.mesh

test_defaults if {
	mesh.status_port == 15020
	mesh.readiness_port == 15021
	mesh.metrics_port == 15090
	mesh.extra_reserved_ports == []
	mesh.proxy_uid == 1337
	mesh.proxy_gid == 1337
	mesh.assume_namespace == "unknown"
	mesh.istio_version == ""
	mesh.native_sidecars == false
	mesh.proxy_images == []
}

test_parameters_replace_the_defaults if {
	parameters := {
		"status-port": 1,
		"readiness-port": 2,
		"metrics-port": 3,
		"extra-reserved-ports": [4],
		"proxy-uid": 5,
		"proxy-gid": 6,
		"assume-namespace": "injected",
		"istio-version": "1.27",
		"native-sidecars": true,
		"proxy-images": ["registry.example/proxyv2"],
	}
	found := {
		"status-port": mesh.status_port,
		"readiness-port": mesh.readiness_port,
		"metrics-port": mesh.metrics_port,
		"extra-reserved-ports": mesh.extra_reserved_ports,
		"proxy-uid": mesh.proxy_uid,
		"proxy-gid": mesh.proxy_gid,
		"assume-namespace": mesh.assume_namespace,
		"istio-version": mesh.istio_version,
		"native-sidecars": mesh.native_sidecars,
		"proxy-images": mesh.proxy_images,
	} with data.meshlint.params.mesh as parameters
	found == parameters
}

test_at_least[name] if {
	some name, given in {"same": "1.27", "patch": "1.27.3", "with v": "v1.28.0-rc.1", "two digits": "1.100"}
	mesh.at_least("1.27") with data.meshlint.params.mesh as {"istio-version": given}
}

test_before[name] if {
	some name, given in {"minor": "1.26.9", "one digit": "1.9", "major": "0.8"}
	mesh.before("1.27") with data.meshlint.params.mesh as {"istio-version": given}
}

test_unknown_version_is_neither[name] if {
	some name, given in {"empty": "", "word": "latest"}
	not mesh.at_least("1.27") with data.meshlint.params.mesh as {"istio-version": given}
	not mesh.before("1.27") with data.meshlint.params.mesh as {"istio-version": given}
}
