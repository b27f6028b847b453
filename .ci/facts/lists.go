package main

import (
	"fmt"
	"strings"
)

// defaultClass is the class whose name is a setting (PILOT_GATEWAY_API_DEFAULT_GATEWAYCLASS_NAME), not a constant.
const defaultClass = "istio"

// validatorFuncs names the function of Istio's behind each validator of the tables.
var validatorFuncs = map[string]string{
	"interception":        "validateInterceptionMode",
	"statusPort":          "validateStatusPort",
	"uint32":              "validateUInt32",
	"includeIPRanges":     "ValidateIncludeIPRanges",
	"excludeIPRanges":     "ValidateExcludeIPRanges",
	"includeInboundPorts": "ValidateIncludeInboundPorts",
	"interfaces":          "ValidateExcludeInterfaces",
	"bool":                "validateBool",
	"proxyConfig":         "validateProxyConfig",
	"quantity":            "validateResourceQuantity",
}

// validatorCalls lists the function for each annotation that has a validator.
func validatorCalls(tables map[string]table) []string {
	var out []string
	keys, _ := tables["annotations"]["keys"].(map[string]key)
	for name, k := range keys {
		switch {
		case k.Validator == "":
		case k.Validator == "portList" && strings.Contains(name, "Inbound"):
			out = append(out, "ValidateExcludeInboundPorts")
		case k.Validator == "portList":
			out = append(out, "ValidateExcludeOutboundPorts")
		default:
			out = append(out, validatorFuncs[k.Validator])
		}
	}
	return out
}

// systemNamespaces lists the namespaces of the table.
func systemNamespaces(tables map[string]table) []string {
	var out []string
	names, _ := tables["namespaces"]["system"].([]any)
	for _, name := range names {
		out = append(out, fmt.Sprint(name))
	}
	return out
}

// scrapeReserved lists the ports that the table marks as refused for scraping.
func scrapeReserved(tables map[string]table) []string {
	var out []string
	ports, _ := tables["ports"]["reserved"].(map[string]any)
	for port, entry := range ports {
		if fields, ok := entry.(map[string]any); ok && fields["scrape"] == true {
			out = append(out, port)
		}
	}
	return out
}

// below lists the keys of one object of a table.
func below(name, object string) func(map[string]table) []string {
	return func(tables map[string]table) []string {
		entries, _ := tables[name][object].(map[string]any)
		return sortedKeys(entries)
	}
}

// classesOfTable lists the classes of gateways but the one that is a setting.
func classesOfTable(tables map[string]table) []string {
	var out []string
	for _, class := range below("gatewayclasses", "classes")(tables) {
		if class != defaultClass {
			out = append(out, class)
		}
	}
	return out
}

// gatewayClasses lists the classes among the constants of Istio.
func gatewayClasses(c consts) []string {
	var out []string
	for name, value := range c {
		if strings.HasSuffix(name, "ClassName") {
			out = append(out, value)
		}
	}
	return out
}
