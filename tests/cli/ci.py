#!/usr/bin/env python3
"""examples/ci/check, as action.yml and other CI services run it: exit codes, messages, the job's page."""

import argparse
import json
import os
import subprocess
import tempfile

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "ci", "check")

RACY = "__global__ void {0}(int* a, int n, int m) {{\n  if (n > m) a[0] = threadIdx.x;{1}\n}}\n"


class Job:
    def __init__(self, heddle, folder):
        self.heddle, self.folder = heddle, folder

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        try:
            with open(os.path.join(self.folder, name), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def run(self, **settings):
        """Exit code, messages, the job's page and its outputs."""
        for name in ("page", "outputs", "heddle.sarif"):
            if os.path.exists(os.path.join(self.folder, name)):
                os.remove(os.path.join(self.folder, name))
        environment = {**os.environ, "GITHUB_STEP_SUMMARY": "page", "GITHUB_OUTPUT": "outputs", **settings}
        done = subprocess.run([SCRIPT, self.heddle], cwd=self.folder, env=environment, text=True,
                              capture_output=True, timeout=120)
        return done.returncode, done.stderr, self.read("page"), self.read("outputs")


def expect(holds, *shown):
    if not holds:
        raise SystemExit("\n".join(map(str, shown)))


def counts_what_counts(job):
    job.write("bad.cu", RACY.format("bad", ""))
    job.write("allowed.cu", RACY.format("allowed", " // heddle: allow race -- any will do"))
    job.write("vague.cu", "template <class T> __global__ void vague(T* a, int* f) "
                          "{ while (f[0]) asm(\"what\"); a[0] = threadIdx.x; }\n"
                          "template __global__ void vague<float>(float*, int*);\n")
    before = subprocess.run([job.heddle, "check", "bad.cu", "--format", "json"], cwd=job.folder, text=True,
                            capture_output=True, timeout=120).stdout
    code, errors, page, outputs = job.run(PATHS="bad.cu allowed.cu")
    expect(code == 1 and page.startswith("### Heddle: 1 finding, 1 allowed\n"), code, errors, page)
    expect("| error | bad: data race" in page and "| allowed | allowed: data race" in page, page)
    expect(outputs == "sarif=heddle.sarif\n" and json.loads(job.read("heddle.sarif"))["runs"], outputs)
    job.write("old.json", before)
    code, errors, page, _ = job.run(PATHS="bad.cu", OPTIONS="--baseline old.json")
    expect(code == 0 and page.startswith("### Heddle: 0 findings, 1 known\n"), code, errors, page)
    code, errors, page, _ = job.run(PATHS="vague.cu")
    expect("undecided | vague\\<float\\>: " in page, page)


def takes_names_with_spaces(job):
    job.write("k s/a.cu", RACY.format("spaced", ""))
    code, errors, page, _ = job.run(PATHS="'k s'", OPTIONS="--assume 'n <= m'")
    expect(code == 0 and errors == "" and "0 findings" in page, code, errors, page)
    code, _, page, _ = job.run(PATHS='"k s"')
    expect(code == 1 and "| k s/a.cu:2 |" in page, code, page)


def tells_mistakes(job):
    job.write("a.cu", RACY.format("a", ""))
    for settings, text in (({"OPTIONS": "--blok 3"}, "--blok"), ({"OPTIONS": "--assume 'n"}, "$OPTIONS"),
                           ({"PATHS": "gone.cu"}, "gone.cu: no such file"),
                           ({"FAIL_ON": "never"}, "fail-on")):
        code, errors, page, _ = job.run(PATHS=settings.pop("PATHS", "a.cu"), **settings)
        expect(code == 2 and text in errors and "Traceback" not in errors, code, errors, page)
    _, _, page, outputs = job.run(PATHS="a.cu", OPTIONS="--blok 3")
    expect("nothing was checked" in page and outputs == "", page, outputs)
    job.heddle = "./not-there"
    code, errors, _, _ = job.run(PATHS="a.cu")
    expect(code == 2 and "not-there" in errors and "Traceback" not in errors, code, errors)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", required=True)
    heddle = os.path.abspath(parser.parse_args().heddle)
    for test in (counts_what_counts, takes_names_with_spaces, tells_mistakes):
        with tempfile.TemporaryDirectory() as folder:
            test(Job(heddle, folder))


if __name__ == "__main__":
    main()
