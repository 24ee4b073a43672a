#!/usr/bin/env python3
"""Installs the build to a folder, and uses what is there: the program, its manual and completion, heddle_check in a
small project, and the library from C++; then the Debian package of the program, unpacked."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.dirname(os.path.dirname(HERE))
BUILD = None


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=500, **options)


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.prefix = os.path.join(cls.folder.name, "usr")
        for component in ("program", "development"):
            done = run("cmake", "--install", BUILD, "--prefix", cls.prefix, "--component", component)
            assert done.returncode == 0, done.stderr
        cls.program = os.path.join(cls.prefix, "bin", "heddle")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def check(self, program):
        done = run(program, "check", os.path.join(REPOSITORY, "examples", "transpose.cu"))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("data race on 'tile'", done.stdout)

    def test_program_runs(self):
        self.check(self.program)

    def test_manual_knows_all_options(self):
        with open(os.path.join(self.prefix, "share", "man", "man1", "heddle.1")) as file:
            page = file.read().replace("\\-", "-")
        for option in ("--assume E", "--fail-on WHAT", "--from-scratch", "--graph FILE", "heddle lsp"):
            self.assertIn(option, page)
        if shutil.which("man"):
            done = run("man", "--warnings", "-l", os.path.join(self.prefix, "share", "man", "man1", "heddle.1"))
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_bash_completes(self):
        script = os.path.join(self.prefix, "share", "bash-completion", "completions", "heddle")

        def complete(*words):
            text = f"source {script}; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _heddle; " \
                   "echo ${COMPREPLY[@]}"
            done = run("bash", "-c", text)
            self.assertEqual(done.stderr, "")
            return done.stdout.split()

        self.assertEqual(complete("heddle", "rep"), ["repair"])
        self.assertEqual(complete("heddle", "check", "--bas"), ["--baseline"])
        self.assertEqual(complete("heddle", "check", "--format", "s"), ["sarif"])
        self.assertEqual(complete("heddle", "check", "--fail-on", "un"), ["undecided", "unknown"])
        self.assertEqual(complete("heddle", "explain", "barr"), ["barrier-id"])
        self.assertEqual(complete("heddle", "completion", "z"), ["zsh"])
        for shell, name in (("zsh", "zsh/vendor-completions/_heddle"),
                            ("fish", "fish/vendor_completions.d/heddle.fish")):
            path = os.path.join(self.prefix, "share", name)
            self.assertTrue(os.path.exists(path))
            if shutil.which(shell):
                self.assertEqual(run(shell, "-n", path).returncode, 0)

    @unittest.skipUnless(shutil.which("zsh"), "no zsh")
    def test_zsh_completes_from_the_first_word_on(self):
        folder = os.path.join(self.prefix, "share", "zsh", "vendor-completions")
        with open(os.path.join(self.folder.name, ".zshrc"), "w") as file:
            file.write(f"fpath=({folder} $fpath)\nautoload -Uz compinit; compinit -u -D\n"
                       "bindkey '^I' complete-word\nPS1='READY> '\n")
        for typed, whole in (("heddle rep", "heddle repair "), ("heddle check --bas", "heddle check --baseline "),
                             ("heddle check --format sa", "heddle check --format sarif "),
                             ("heddle check --launches i", "heddle check --launches ignore "),
                             ("heddle explain div", "heddle explain divergence ")):
            with self.subTest(typed):
                # a shell each: the first completion reads the file
                script = "zmodload zsh/zpty; zpty -b z 'zsh -i'; out=; type() { repeat 100; do " \
                         "while zpty -r -t z part; do out+=$part; done; [[ $out == *$1* ]] && break; sleep 0.1; done; }; " \
                         f"type READY; zpty -n -w z $'{typed}\\t'; type '{whole}'; print -r -- $out"
                done = run("zsh", "-f", "-c", script, env=dict(os.environ, ZDOTDIR=self.folder.name, TERM="dumb"))
                self.assertIn(whole, re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", done.stdout))

    def test_projects_check_their_kernels(self):
        build = os.path.join(self.folder.name, "project")
        done = run("cmake", "-S", os.path.join(HERE, "project"), "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.assertEqual(done.returncode, 0, done.stderr)
        tests = run("ctest", "--test-dir", build)
        self.assertRegex(tests.stdout, r"heddle.right \.+ +Passed")
        self.assertRegex(tests.stdout, r"heddle.wrong \.+\*\*\*Failed")
        self.assertEqual(run("cmake", "--build", build, "--target", "right").returncode, 0)
        built = run("cmake", "--build", build, "--target", "built")
        self.assertNotEqual(built.returncode, 0)
        self.assertIn("data race on 'a'", built.stdout)

    def test_building_checks_anew_where_a_header_has_changed(self):
        source, build = (os.path.join(self.folder.name, name) for name in ("source", "again"))
        shutil.copytree(os.path.join(HERE, "project"), source)
        run("cmake", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.assertEqual(run("cmake", "--build", build, "--target", "fresh").returncode, 0)
        again = run("cmake", "--build", build, "--target", "fresh")
        self.assertEqual(again.returncode, 0)
        self.assertIn("as before", again.stdout)
        with open(os.path.join(source, "include", "place.h"), "w") as file:
            file.write("#define PLACE threadIdx.x\n__global__ void more(int* a) { a[0] = threadIdx.x; }\n")
        changed = run("cmake", "--build", build, "--target", "fresh")
        self.assertNotEqual(changed.returncode, 0)
        self.assertIn("data race on 'a'", changed.stdout)

    def test_library_is_found(self):
        build = os.path.join(self.folder.name, "library")
        done = run("cmake", "-S", os.path.join(HERE, "library"), "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = run("cmake", "--build", build)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        done = run(os.path.join(build, "count"), os.path.join(REPOSITORY, "examples", "transpose_fixed.cu"))
        self.assertEqual(done.stdout, "1 of 1\n")

    def test_debian_package_holds_the_program(self):
        if not shutil.which("dpkg-deb"):
            self.skipTest("there is no dpkg-deb")
        done = run("cpack", "--config", os.path.join(BUILD, "CPackConfig.cmake"), "-B", self.folder.name,
                   "-D", "CPACK_COMPONENTS_ALL=program")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        package, = [name for name in os.listdir(self.folder.name) if name.endswith(".deb")]
        self.assertRegex(package, r"^heddle_[0-9.]+_[a-z0-9]+\.deb$")
        package = os.path.join(self.folder.name, package)
        self.assertIn("libz3-4", run("dpkg-deb", "-f", package, "Depends").stdout)
        root = os.path.join(self.folder.name, "root")
        self.assertEqual(run("dpkg-deb", "-x", package, root).returncode, 0)
        self.check(os.path.join(root, "usr", "bin", "heddle"))


class Ci(unittest.TestCase):
    def test_job_writes_sarif_and_a_table(self):
        with tempfile.TemporaryDirectory() as folder:
            environment = dict(os.environ, PATHS=os.path.join(REPOSITORY, "examples", "transpose.cu"),
                               SARIF=os.path.join(folder, "out.sarif"), GITHUB_STEP_SUMMARY=os.path.join(folder, "page"))
            done = run(os.path.join(REPOSITORY, "examples", "ci", "check"), os.path.join(BUILD, "bin", "heddle"),
                       env=environment)
            self.assertEqual(done.returncode, 1, done.stderr)
            with open(os.path.join(folder, "page")) as file:
                page = file.read()
            self.assertIn("### Heddle: 1 finding\n", page)
            self.assertIn("| error | transpose: data race on 'tile'", page)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    known, rest = parser.parse_known_args()
    BUILD = os.path.abspath(known.build)
    unittest.main(argv=[sys.argv[0], *rest])
