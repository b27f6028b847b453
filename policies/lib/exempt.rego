# METADATA
# description: Which containers have to go through the redirect.
package meshlint.lib.exempt

import data.meshlint.lib.injection
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

# METADATA
# description: >-
#   Records of the application's containers beside a sidecar, or one to come. Init containers are left out: under the
#   CNI plugin the proxy's UID is their way to the network (istio.io, Compatibility with application init containers).
default applications := []

applications := [record | some record in workload.app_containers; not record.init] if _beside_a_sidecar

_beside_a_sidecar if {
	proxy.injected
	proxy.sidecar
}

_beside_a_sidecar if {
	injection.may_be_injected
	not proxy.gateway
	not workload.control_plane
}
