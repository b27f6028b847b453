# METADATA
# title: A key stands twice in one mapping
# description: >-
#   Kubernetes refuses an object with a duplicate key, and most other readers keep the last one without
#   a word, so the first settings are lost: typical for a chart that prints the annotations block twice.
#   The object is not checked further, because nobody can say which of the two values holds.
# related_resources:
#   - ref: https://github.com/kubernetes/kubernetes/issues/109274
#     description: Field validation of duplicate keys
# custom:
#   severity: error
#   stage: both
#   silent: >-
#     The document is no Kubernetes object; a key that overrides one from a merge key (`<<`) is legal YAML.
#   advice: >-
#     Merge the two into one key, or delete the one that is wrong.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.stream.yaml_duplicate_key
