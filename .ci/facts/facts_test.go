package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const committed = "../../policies/data"

func TestCommittedTablesAreInStep(t *testing.T) {
	if err := run([]string{"-check", "-dir", committed}, io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
}

func TestWriteThenCheck(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	if err := run([]string{"-dir", dir}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), "\n"); got != 8 {
		t.Errorf("wrote %d files, want 8:\n%s", got, &out)
	}
	if err := run([]string{"-check", "-dir", dir}, io.Discard, io.Discard); err != nil {
		t.Error(err)
	}
}

func TestCheckNamesTheDifference(t *testing.T) {
	dir := t.TempDir()
	if err := run([]string{"-dir", dir}, io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "ports.json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(data, []byte(`"15090"`), []byte(`"15091"`)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "labels.json")); err != nil {
		t.Fatal(err)
	}
	err = run([]string{"-check", "-dir", dir}, io.Discard, io.Discard)
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"labels.json: missing", `-       "15091": {`, `+       "15090": {`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in:\n%v", want, err)
		}
	}
	if strings.Contains(err.Error(), "annotations.json") {
		t.Errorf("names a table that is in step:\n%v", err)
	}
}

func TestKeyTable(t *testing.T) {
	api := func() map[string]key {
		return map[string]key{"a.istio.io/x": {Resources: []string{"Pod"}, Status: "alpha", Source: apiSource}}
	}
	for name, test := range map[string]struct {
		over keyOverlay
		want string
	}{
		"adds to a key":   {keyOverlay{Keys: map[string]key{"a.istio.io/x": {Validator: "bool"}}}, ""},
		"adds a key":      {keyOverlay{Keys: map[string]key{"b.istio.io/y": {Source: "istio source"}}}, ""},
		"key is gone":     {keyOverlay{Keys: map[string]key{"a.istio.io/z": {Validator: "bool"}}}, "gone from the API"},
		"key has come":    {keyOverlay{Keys: map[string]key{"a.istio.io/x": {Source: "istio source"}}}, "lists it now"},
		"pattern":         {keyOverlay{Patterns: []string{"c.istio.io/*"}}, ""},
		"foreign pattern": {keyOverlay{Patterns: []string{"example.com/*"}}, "want DOMAIN/PREFIX*"},
		"not a pattern":   {keyOverlay{Patterns: []string{"c.istio.io/x"}}, "want DOMAIN/PREFIX*"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := keyTable(api(), test.over)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

func TestVerifyFindsSlips(t *testing.T) {
	for name, test := range map[string]struct {
		change func(tables map[string]table)
		want   string
	}{
		"validator": {func(tables map[string]table) {
			keys := tables["annotations"]["keys"].(map[string]key)
			keys["sidecar.istio.io/logLevel"] = key{Validator: "level"}
		}, `sidecar.istio.io/logLevel: unknown validator "level"`},
		"landing": {func(tables map[string]table) {
			tables["landing"]["places"].(map[string]any)["sidecar.istio.io/nowhere"] = []any{}
		}, "sidecar.istio.io/nowhere is not in the table"},
		"protocol": {func(tables map[string]table) {
			tables["protocols"]["names"].(map[string]any)["amqp"] = "AMQP"
		}, "amqp: no entry for AMQP"},
	} {
		t.Run(name, func(t *testing.T) {
			tables, err := build()
			if err != nil {
				t.Fatal(err)
			}
			test.change(tables)
			if err := verify(tables); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

func TestProxyConfig(t *testing.T) {
	messages := proxyConfigTable()["messages"].(map[string]message)
	root := messages["istio.mesh.v1alpha1.ProxyConfig"]
	for name, want := range map[string]string{
		"concurrency": "int32", "drainDuration": "duration", "holdApplicationUntilProxyStarts": "bool",
		"interceptionMode": "enum", "proxyMetadata": "map", "tracing": "message", "serviceCluster": "string",
	} {
		if got := root.Fields[name].Type; got != want {
			t.Errorf("%s: type %q, want %q", name, got, want)
		}
	}
	if root.Names["hold_application_until_proxy_starts"] != "holdApplicationUntilProxyStarts" {
		t.Error("the proto spelling does not lead to the JSON one")
	}
	for name, m := range messages {
		for field, f := range m.Fields {
			if _, ok := messages[f.Message]; f.Message != "" && !ok {
				t.Errorf("%s.%s: message %s is not described", name, field, f.Message)
			}
		}
	}
}

// istioSource is as much of the source as checkSource reads, in step with the overlay.
var istioSource = map[string]string{
	constantsFile: `package constants
const (
	KubeSystem = "kube-system"
	RemoteGatewayClassName = "istio-remote"
	WaypointGatewayClassName = "istio-waypoint"
	AgentgatewayClassName = "istio-agentgateway"
	AgentgatewayWaypointClassName = "istio-agentgateway-waypoint"
	EastWestGatewayClassName = "istio-east-west"
)`,
	"pkg/kube/inject/initializer.go": `package inject
var IgnoredNamespaces = sets.New(constants.KubeSystem, "kube-public", "kube-node-lease", "local-path-storage")`,
	"pkg/kube/inject/validate.go": `package inject
var AnnotationValidation = map[string]f{
	a: validateInterceptionMode, b: validateStatusPort, c: validateUInt32, d: validateUInt32, e: validateUInt32,
	f: ValidateIncludeIPRanges, g: ValidateExcludeIPRanges, h: ValidateIncludeInboundPorts,
	i: ValidateExcludeInboundPorts, j: ValidateExcludeOutboundPorts, k: ValidateExcludeInterfaces,
	l: ValidateExcludeInterfaces, m: ValidateExcludeInterfaces, n: validateBool, o: validateProxyConfig,
	p: validateResourceQuantity, q: validateResourceQuantity, r: validateResourceQuantity, s: validateResourceQuantity,
}`,
	"pilot/cmd/pilot-agent/status/server.go": `package status
var istioReservedPorts = map[string]string{"15000": "", "15001": "", "15004": "", "15006": "", "15008": "",
	"15020": "", "15021": "", "15053": "", "15090": ""}`,
	"pkg/config/protocol/instance.go": `package protocol
func Parse(s string) Instance {
	switch s {
	case "tcp", "udp", "grpc", "grpc-web", "http", "http_proxy", "http2", "https", "tls", "mongo", "redis", "mysql":
	case "DoubleHBONE":
	}
}`,
	"pkg/config/kube/conversion.go": `package kube
const SMTP = 25
var wellKnownPorts = sets.New[int32](SMTP, 53, 3306, 27017)`,
}

func TestCheckSource(t *testing.T) {
	for name, test := range map[string]struct{ file, old, new, want string }{
		"in step":    {},
		"namespace":  {"pkg/kube/inject/initializer.go", `"kube-public"`, `"kube-secret"`, "IgnoredNamespaces"},
		"constant":   {constantsFile, "kube-system", "kube-base", "IgnoredNamespaces"},
		"class":      {constantsFile, "istio-remote", "istio-distant", "classes of gateways"},
		"validator":  {"pkg/kube/inject/validate.go", "b: validateStatusPort", "b: validateBool", "AnnotationValidation"},
		"port":       {"pilot/cmd/pilot-agent/status/server.go", `"15053": "",`, "", "istioReservedPorts"},
		"protocol":   {"pkg/config/protocol/instance.go", `"mongo"`, `"mongo", "amqp"`, "Parse"},
		"well known": {"pkg/config/kube/conversion.go", "SMTP = 25", "SMTP = 26", "wellKnownPorts"},
		"renamed":    {"pkg/config/kube/conversion.go", "var wellKnownPorts", "var quietPorts", "no longer declares"},
		"unreadable": {"pkg/config/kube/conversion.go", "package kube", "", "reading the source"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, source := range istioSource {
				if file == test.file {
					source = strings.Replace(source, test.old, test.new, 1)
				}
				path := filepath.Join(dir, file)
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(source), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			err := run([]string{"-check", "-dir", committed, "-istio", dir}, io.Discard, io.Discard)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}
