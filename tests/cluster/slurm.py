#!/usr/bin/env python3
"""Tests examples/slurm against a Slurm of its own: a slurmctld and two nodes on this host.

    tests/cluster/slurm.py --heddle BIN

A shard that is killed is run again, and the merged report equals that of a single run; a shard that
dies every time is named as missing. Leaves with code 77 where Slurm is not installed.
"""

import argparse
import getpass
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SUBMIT = os.path.join(REPOSITORY, "examples", "slurm", "submit")
GOLDEN = os.path.join(REPOSITORY, "tests", "golden", "field")
LIMIT = 150  # seconds that a run may take: a shard starts again some seconds after its death
SKIPPED = 77

CONFIGURATION = """ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={control}
AuthType=auth/none
CredType=cred/none
AuthInfo=cred_expire=5
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/control.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/control.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
NodeName=one NodeHostname={host} NodeAddr=127.0.0.1 Port={one} CPUs=1 State=UNKNOWN
NodeName=two NodeHostname={host} NodeAddr=127.0.0.1 Port={two} CPUs=1 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""

# Stands for heddle on the nodes. The shards named in DIES are killed in the middle of their work, the
# first time or always.
PROGRAM = """#!/bin/bash
case "$DIES" in
  always:$SLURM_ARRAY_TASK_ID) dies=1 ;;
  once:$SLURM_ARRAY_TASK_ID) [ "${{SLURM_RESTART_COUNT:-0}}" = 0 ] && dies=1 ;;
esac
[ -n "$dies" ] || exec {heddle} "$@"
{heddle} "$@" &
kill -KILL $!
wait $!
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Cluster:
    def __init__(self, folder):
        self.folder, self.running = folder, []
        os.mkdir(os.path.join(folder, "state"))
        control, one, two = free_ports(3)
        self.configuration = os.path.join(folder, "slurm.conf")
        with open(self.configuration, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(host=socket.gethostname().split(".")[0], user=getpass.getuser(),
                                            folder=folder, control=control, one=one, two=two))
        self.environment = {**os.environ, "SLURM_CONF": self.configuration}
        for command in (["slurmctld", "-D"], ["slurmd", "-D", "-N", "one"], ["slurmd", "-D", "-N", "two"]):
            self.running.append(subprocess.Popen(command, env=self.environment, stdout=subprocess.DEVNULL,
                                                 stderr=subprocess.DEVNULL))
        self.wait_for(lambda: self.ask("sinfo", "-h", "-t", "idle", "-o", "%D").strip() == "2", "two idle nodes")

    def ask(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False).stdout

    def wait_for(self, condition, what):
        end = time.monotonic() + LIMIT
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f"no {what} after {LIMIT} s:\n{self.ask('sinfo')}{self.ask('squeue')}")
            time.sleep(0.5)

    def stop(self):
        for process in reversed(self.running):
            process.send_signal(signal.SIGTERM)
        for process in self.running:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


class Slurm(unittest.TestCase):
    heddle = cluster = files = None

    def submit(self, shards, out, dies=""):
        environment = {**self.cluster.environment, "HEDDLE": self.program, "DIES": dies}
        done = subprocess.run([SUBMIT, str(shards), out, *self.files], env=environment, cwd=GOLDEN,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.cluster.wait_for(lambda: os.path.exists(os.path.join(out, "exit_code")), "merged report")
        with open(os.path.join(out, "exit_code"), encoding="utf-8") as file:
            return int(file.read())

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.program = os.path.join(self.folder, "program")
        with open(self.program, "w", encoding="utf-8") as file:
            file.write(PROGRAM.format(heddle=self.heddle))
        os.chmod(self.program, 0o755)

    def read(self, *names):
        with open(os.path.join(self.folder, *names), encoding="utf-8") as file:
            return file.read()

    def without_stats(self, text):
        report = json.loads(text)
        for kernel in report["kernels"]:
            del kernel["stats"]
        return report

    def test_a_killed_shard_is_run_again(self):
        single = subprocess.run([self.heddle, "check", *self.files, "--format", "json"], cwd=GOLDEN,
                                capture_output=True, text=True, check=False)
        code = self.submit(3, os.path.join(self.folder, "out"), dies="once:2")
        self.assertEqual(code, single.returncode)
        self.assertEqual(self.without_stats(self.read("out", "report.json")), self.without_stats(single.stdout))
        log = self.read("out", "shard-2.log")
        self.assertIn("exit code 137", log)
        self.assertIn("restart 1", log)

    def test_a_shard_that_always_dies_is_missing(self):
        code = self.submit(2, os.path.join(self.folder, "out"), dies="always:1")
        self.assertEqual(code, 2)
        self.assertIn("missing: shard 1/2; not checked: ", self.read("out", "merge.log"))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "out", "report.json")))
        self.assertEqual(self.read("out", "shard-1.log").count("exit code 137"), 4)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", required=True)
    options, rest = parser.parse_known_args()
    if not all(shutil.which(program) for program in ("slurmctld", "slurmd", "sbatch")):
        print("Slurm is not installed (slurmctld, slurmd, slurm-client)")
        sys.exit(SKIPPED)
    Slurm.heddle = os.path.abspath(options.heddle)
    Slurm.files = sorted(name for name in os.listdir(GOLDEN) if name.startswith(("softmax", "two_block", "warp_")))
    with tempfile.TemporaryDirectory() as folder:
        Slurm.cluster = Cluster(folder)
        try:
            program = unittest.main(argv=[sys.argv[0], *rest], exit=False)
        finally:
            Slurm.cluster.stop()
    sys.exit(not program.result.wasSuccessful())


if __name__ == "__main__":
    main()
