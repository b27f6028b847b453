package main

import (
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	meshconfig "istio.io/api/mesh/v1alpha1"
)

// field is what proxyconfig.json tells about one field of a message.
type field struct {
	Proto      string   `json:"proto"` // the other spelling; protobuf's JSON reader takes both
	Type       string   `json:"type"`
	Wrapped    bool     `json:"wrapped,omitempty"` // google.protobuf.BoolValue and the like: same text, null allowed
	Repeated   bool     `json:"repeated,omitempty"`
	Message    string   `json:"message,omitempty"` // where type is message, or map of messages
	Values     []string `json:"values,omitempty"`  // names of an enum
	Key        string   `json:"key,omitempty"`     // types of a map
	Value      string   `json:"value,omitempty"`
	OneOf      string   `json:"oneof,omitempty"`
	Deprecated bool     `json:"deprecated,omitempty"`
}

// message is one protobuf message: its fields by JSON name, and the JSON names of the proto spellings.
type message struct {
	Fields map[string]field  `json:"fields"`
	Names  map[string]string `json:"names"`
}

// wellKnown says how the JSON form of a google.protobuf message is written.
var wellKnown = map[protoreflect.FullName]string{
	"google.protobuf.Duration":    "duration",
	"google.protobuf.Timestamp":   "timestamp",
	"google.protobuf.Struct":      "struct",
	"google.protobuf.Value":       "any",
	"google.protobuf.Any":         "struct",
	"google.protobuf.ListValue":   "list",
	"google.protobuf.BoolValue":   "bool",
	"google.protobuf.Int32Value":  "int32",
	"google.protobuf.Int64Value":  "int64",
	"google.protobuf.UInt32Value": "uint32",
	"google.protobuf.UInt64Value": "uint64",
	"google.protobuf.FloatValue":  "float",
	"google.protobuf.DoubleValue": "double",
	"google.protobuf.StringValue": "string",
	"google.protobuf.BytesValue":  "bytes",
}

// proxyConfigTable describes ProxyConfig and every message below it.
func proxyConfigTable() table {
	root := (&meshconfig.ProxyConfig{}).ProtoReflect().Descriptor()
	messages := map[string]message{}
	describe(root, messages)
	return table{"root": string(root.FullName()), "messages": messages}
}

// describe adds a message and those its fields refer to.
func describe(desc protoreflect.MessageDescriptor, messages map[string]message) {
	name := string(desc.FullName())
	if _, done := messages[name]; done {
		return
	}
	m := message{Fields: map[string]field{}, Names: map[string]string{}}
	messages[name] = m
	fields := desc.Fields()
	for i := range fields.Len() {
		fd := fields.Get(i)
		m.Fields[fd.JSONName()] = describeField(fd, messages)
		m.Names[string(fd.Name())] = fd.JSONName()
	}
}

// describeField describes one field.
func describeField(fd protoreflect.FieldDescriptor, messages map[string]message) field {
	f := field{Proto: string(fd.Name()), Repeated: fd.IsList()}
	if of := fd.ContainingOneof(); of != nil && !of.IsSynthetic() {
		f.OneOf = string(of.Name())
	}
	if options, ok := fd.Options().(*descriptorpb.FieldOptions); ok {
		f.Deprecated = options.GetDeprecated()
	}
	if fd.IsMap() {
		f.Type = "map"
		f.Key, _ = typeOf(fd.MapKey(), messages)
		f.Value, f.Message = typeOf(fd.MapValue(), messages)
		return f
	}
	f.Type, f.Message = typeOf(fd, messages)
	if fd.Message() != nil {
		f.Wrapped = strings.HasSuffix(string(fd.Message().FullName()), "Value") && f.Type != "any" && f.Message == ""
	}
	if fd.Enum() != nil {
		values := fd.Enum().Values()
		for i := range values.Len() {
			f.Values = append(f.Values, string(values.Get(i).Name()))
		}
	}
	return f
}

// typeOf names the type of a value and, for a message of Istio's, which one.
func typeOf(fd protoreflect.FieldDescriptor, messages map[string]message) (kind, name string) {
	if fd.Kind() != protoreflect.MessageKind {
		return fd.Kind().String(), ""
	}
	if known, ok := wellKnown[fd.Message().FullName()]; ok {
		return known, ""
	}
	describe(fd.Message(), messages)
	return "message", string(fd.Message().FullName())
}
