# METADATA
# title: A document of the stream cannot be read
# description: >-
#   The document is no YAML or JSON that the API server could read, so nothing in it is checked or
#   applied: often an unrendered template, log lines in front of the manifest, or a stream that was
#   cut off. The message says which. The other documents of the stream are checked all the same.
#   meshlint reports this itself while it reads; the limits on size, depth and aliases are among it.
# related_resources:
#   - ref: https://yaml.org/spec/1.2.2/
#     description: YAML specification
# custom:
#   severity: error
#   stage: both
#   silent: >-
#     The document can be read but is no Kubernetes object, such as the values of a chart.
#   advice: >-
#     Repair the document at the place that the message names; render templates before the check, and
#     keep standard error out of the pipe.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.stream.yaml_parse_error
