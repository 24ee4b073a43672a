"""What a verdict is worth against what was expected."""

from . import manifest

# Outcomes in the order of summaries.
OUTCOMES = ["ok", "other-kind", "unknown", "input-error", "false-alarm", "read-by-hand", "WRONG-VERIFIED",
            "CRASH", "TIMEOUT", "not-judged", "skipped"]
# What some suites look for and no tool here: whether `verified` is right, a person must read.
NOT_ASKED = {"null-pointer", "array-bounds", "invariant"}


def outcome(file, answer, own=True):
    """The outcome's name; `own`: the tool is Heddle, whose `unknown` and `input-error` are expected of
    it alone. A `refuted` of no expected kind is `other-kind`: right, perhaps by chance."""
    expected, verdict = manifest.expected_verdicts(file), answer.verdict
    if verdict in ("CRASH", "TIMEOUT", "skipped"):
        return verdict
    if not expected or not own and not {"verified", "refuted", "rejected"} & set(expected):
        return "not-judged"
    if expected == ["rejected"]:
        return "read-by-hand" if verdict == "verified" else "ok"
    if verdict in expected:
        known = set(file.get("kinds", [])) - NOT_ASKED
        return "other-kind" if verdict == "refuted" and known and not known & set(answer.kinds) else "ok"
    if verdict == "verified":
        asked = set(file.get("kinds", []))
        tolerated = answer.tolerated or (asked and asked <= NOT_ASKED)
        return "read-by-hand" if tolerated else "WRONG-VERIFIED" if "refuted" in expected else "read-by-hand"
    if verdict == "refuted":
        return "false-alarm" if "verified" in expected else "not-judged"
    return verdict
