# METADATA
# title: A suppression that has no effect
# description: >-
#   The comment or annotation that should suppress a finding gives no reason, has a date that is none, names a rule that
#   does not exist, or has expired. It covers nothing, so the findings that it was meant for are reported.
#   meshlint reports this itself when all rules have run.
# related_resources:
#   - ref: https://github.com/meshlint/meshlint#suppress-a-finding
#     description: How to suppress a finding
# custom:
#   severity: warning
#   stage: both
#   silent: >-
#     Suppressions are switched off for the run (`--no-suppressions`).
#   advice: >-
#     Write `RULE[,RULE] [until=YYYY-MM-DD] -- REASON`.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.stream.suppression_invalid
