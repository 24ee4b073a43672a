"""What adapters share."""

import hashlib
import os
import re
import subprocess


class Unprepared(Exception):
    """Why what a tool needs could not be made, in one line."""


def all_lines(command):
    """What the command prints; "" when it cannot be run."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return (done.stdout + done.stderr).strip()


def first_line(command):
    """Of what the command prints; "" when it cannot be run."""
    return (all_lines(command).splitlines() or [""])[0]


def digest(path):
    """Stands for the version of a program that does not tell it."""
    with open(path, "rb") as file:
        return "sha256 " + hashlib.sha256(file.read()).hexdigest()[:12]


def preprocessor(file, root):
    """-D and -I arguments."""
    return ([f"-D{name}" for name in file.get("defines", [])] +
            [f"-I{os.path.join(root, folder)}" for folder in file.get("includes", [])])


def options(file, name):
    return file.get("options", {}).get(name, [])


def unfit(file, name):
    """Of a file that is for other tools only."""
    return "" if not file.get("needs") or name in file.get("options", {}) else file["needs"]


def last_line(text):
    lines = text.strip().splitlines()
    return lines[-1][:200] if lines else "no output"


def first_error(text):
    """Of a compiler's messages; the last line when none is called an error."""
    errors = [line for line in text.splitlines() if re.search(r"\berror\b", line)]
    return errors[0].strip()[:200] if errors else last_line(text)
