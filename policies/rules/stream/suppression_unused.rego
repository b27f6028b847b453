# METADATA
# title: A suppression that covers nothing
# description: >-
#   The rule that the comment or annotation names has run and found nothing there: the fault has been repaired, or the
#   suppression stands in the wrong place. Left where it is it would hide the next fault of that kind.
#   meshlint reports this itself when all rules have run.
# related_resources:
#   - ref: https://github.com/meshlint/meshlint#suppress-a-finding
#     description: How to suppress a finding
# custom:
#   severity: warning
#   stage: both
#   silent: >-
#     The rule was not among those of the run.
#   advice: >-
#     Delete the suppression, or move it to the line that it is about.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.stream.suppression_unused
