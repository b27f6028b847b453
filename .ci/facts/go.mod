module meshlint.dev/facts

go 1.26

require (
	google.golang.org/protobuf v1.36.11
	istio.io/api v1.31.0-rc.0.0.20260824154656-b943409680a7
)

require (
	github.com/golang/protobuf v1.5.4 // indirect
	google.golang.org/genproto/googleapis/api v0.0.0-20251213004720-97cd9d5aeac2 // indirect
)
