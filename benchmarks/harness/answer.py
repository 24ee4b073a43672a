"""What a tool said of one file."""

import dataclasses


@dataclasses.dataclass
class Answer:
    verdict: str  # "verified", "refuted", "unknown", "input-error", "CRASH", "TIMEOUT", "skipped"
    kinds: list = dataclasses.field(default_factory=list)  # of findings, in the words of docs/json.md
    lines: list = dataclasses.field(default_factory=list)  # of the file itself
    confirmed: bool = False  # the tool ran a witness
    tolerated: str = ""  # why `verified` is no contradiction of an expected bug
    note: str = ""  # why nothing was decided, in one line
