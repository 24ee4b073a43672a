#!/usr/bin/env python3
"""Speaks LSP to `heddle lsp` as an editor does: diagnostics, edits, hover, code actions, progress."""

import argparse
import json
import os
import select
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

HEDDLE = None

RACY = """#include <cuda_runtime.h>
__global__ void other(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void shift(int *out) {
    __shared__ int s[256];
    s[threadIdx.x] = threadIdx.x; /* \N{GREEK SMALL LETTER PI} */ out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}
int main() { shift<<<4, 256>>>(nullptr); other<<<1, 32>>>(nullptr); }
"""
CLEAN = RACY.replace("= threadIdx.x; /*", "= threadIdx.x; __syncthreads(); /*")


class Client:
    def __init__(self, folder):
        self.process = subprocess.Popen([HEDDLE, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        self.buffer = b""
        self.number = 0
        self.notifications = []
        self.result = self.request("initialize", {"processId": os.getpid(), "rootUri": None,
                                                  "capabilities": {"window": {"workDoneProgress": True}}})
        self.notify("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        while True:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if found:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.buffer = rest[length:]
                    return json.loads(rest[:length])
            if not select.select([self.process.stdout], [], [], 120)[0]:
                raise TimeoutError("the server says nothing")
            part = os.read(self.process.stdout.fileno(), 65536)
            if not part:
                raise EOFError("the server has ended")
            self.buffer += part

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def request(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == self.number and "method" not in message:
                return message
            self.take(message)

    def take(self, message):
        if "method" in message and "id" in message:
            self.send({"id": message["id"], "result": None})
        self.notifications.append(message)

    def diagnostics(self, version, uri=None):
        while True:
            for message in reversed(self.notifications):
                params = message.get("params", {})
                if message.get("method") == "textDocument/publishDiagnostics" and params.get("version") == version \
                        and uri in (None, params["uri"]):
                    return params["diagnostics"]
            self.take(self.receive())

    def diagnostics_of(self, uri):
        """The next ones of a file that is not open."""
        while True:
            for message in self.notifications:
                if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                    self.notifications.remove(message)
                    return message["params"]["diagnostics"]
            self.take(self.receive())

    def open(self, uri, text):
        self.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "cuda", "version": 1,
                                                              "text": text}})

    def change(self, uri, version, text):
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version},
                                               "contentChanges": [{"text": text}]})

    def end(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        code = self.process.wait(timeout=60)
        self.process.stdin.close()
        self.process.stdout.close()
        return code


def applied(text, edit):
    lines = text.split("\n")
    start, end = edit["range"]["start"], edit["range"]["end"]
    assert start["character"] == end["character"] == 0
    return "".join(line + "\n" for line in lines[:start["line"]]) + edit["newText"] + "\n".join(lines[end["line"]:])


class LanguageServer(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="heddle lsp ")
        self.path = os.path.join(self.folder.name, "a b.cu")
        self.uri = "file://" + urllib.parse.quote(self.path)
        self.client = Client(self.folder.name)

    def tearDown(self):
        if self.client.process.poll() is None:
            self.client.end()
        self.folder.cleanup()

    def actions(self, line):
        place = {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 1}}
        answer = self.client.request("textDocument/codeAction", {"textDocument": {"uri": self.uri}, "range": place,
                                                                "context": {"diagnostics": []}})
        return {action["title"]: action["edit"]["changes"][self.uri] for action in answer["result"]}

    def hover(self, line, character):
        answer = self.client.request("textDocument/hover", {"textDocument": {"uri": self.uri},
                                                           "position": {"line": line, "character": character}})
        return answer["result"]["contents"]["value"] if answer["result"] else None

    def test_instances_of_a_template_are_told_once(self):
        text = ("template <int N> __global__ void k(int *a) {\n    a[threadIdx.x % (N / 2)] = threadIdx.x;\n}\n"
                "int main() { k<64><<<1, 64>>>(nullptr); k<32><<<1, 32>>>(nullptr); }\n")
        self.client.open(self.uri, text)
        found = self.client.diagnostics(1)
        self.assertEqual(len(found), 1)
        self.assertRegex(found[0]["message"], r"the same in k<(32|64)>")

    def test_divergence_has_who_misses_the_barrier_and_a_repair(self):
        self.client.open(self.uri, "__global__ void k(int *a) {\n    if (threadIdx.x < 7) __syncthreads();\n"
                                   "    a[threadIdx.x] = 1;\n}\nint main() { k<<<1, 64>>>(nullptr); }\n")
        found = self.client.diagnostics(1)
        self.assertEqual([d["code"] for d in found], ["divergence"])
        said = [related["message"] for related in found[0]["relatedInformation"]]
        self.assertTrue(said[0].startswith("waited for by") and said[1].startswith("missed by"), said)
        self.assertIn("all threads of the block have to come", found[0]["message"])
        self.assertIn("Insert the barriers that make 'k' right", self.actions(1))

    def test_says_what_it_can_do(self):
        can = self.client.result["result"]["capabilities"]
        self.assertTrue(can["hoverProvider"])
        self.assertIn("codeActionProvider", can)

    def test_tells_a_race_of_the_buffer_and_takes_it_back(self):
        self.client.open(self.uri, RACY)  # nothing is on the disk
        found = self.client.diagnostics(1)
        self.assertEqual([d["code"] for d in found], ["race"])
        race = found[0]
        self.assertEqual(race["severity"], 1)
        self.assertEqual(race["source"], "heddle")
        self.assertEqual(len(race["relatedInformation"]), 2)
        line = RACY.split("\n")[race["range"]["start"]["line"]]
        for related in race["relatedInformation"]:  # UTF-16 units, behind a Greek letter
            span = related["location"]["range"]
            part = line[span["start"]["character"]:span["end"]["character"]]
            self.assertIn(part, ["s[threadIdx.x]", "s[255 - threadIdx.x]"])
        self.client.change(self.uri, 2, CLEAN)
        self.assertEqual(self.client.diagnostics(2), [])
        kinds = [m["params"]["value"]["kind"] for m in self.client.notifications if m.get("method") == "$/progress"]
        self.assertEqual(kinds[0], "begin")
        self.assertEqual(kinds[-1], "end")

    def test_checks_a_changed_kernel_alone(self):
        self.client.open(self.uri, CLEAN)
        self.assertEqual(self.client.diagnostics(1), [])
        wrong = CLEAN.replace("__syncthreads(); /*", "\n\n/*")
        self.client.change(self.uri, 2, wrong)
        self.assertEqual([d["code"] for d in self.client.diagnostics(2)], ["race"])
        titles = [m["params"]["value"].get("title") for m in self.client.notifications
                  if m.get("method") == "$/progress"]
        self.assertIn("Checking shift", titles)
        self.client.change(self.uri, 3, wrong.replace("out[blockIdx.x * blockDim.x + threadIdx.x] = 1;",
                                                      "\nout[0] = threadIdx.x;"))
        found = self.client.diagnostics(3)  # `shift` stands a line below
        self.assertEqual(sorted(d["range"]["start"]["line"] for d in found)[0], 3)
        self.assertEqual(len(found), 2)
        lines = {r["location"]["range"]["start"]["line"] for d in found for r in d["relatedInformation"]}
        self.assertEqual(lines, {3, 8, 10})

    def test_keeps_what_it_knows_while_the_text_does_not_compile(self):
        self.client.open(self.uri, RACY)
        self.assertEqual([d.get("code") for d in self.client.diagnostics(1)], ["race"])
        self.client.change(self.uri, 2, RACY.replace("s[threadIdx.x] = threadIdx.x;", "s[threadIdx.x] = threadIdx. ;"))
        self.assertIn("race", [d.get("code") for d in self.client.diagnostics(2)])

    def test_inserts_the_barrier(self):
        self.client.open(self.uri, RACY)
        line = self.client.diagnostics(1)[0]["range"]["start"]["line"]
        edit, = self.actions(line)["Insert the barriers that make 'shift' right"]
        text = applied(RACY, edit)
        self.assertIn("__syncthreads();", text)
        self.client.change(self.uri, 2, text)
        self.assertEqual(self.client.diagnostics(2), [])

    def test_allows_with_a_reason(self):
        self.client.open(self.uri, RACY)
        line = self.client.diagnostics(1)[0]["range"]["start"]["line"]
        edit, = self.actions(line)["Allow this race, with a reason"]
        self.client.change(self.uri, 2, applied(RACY, edit))
        self.assertEqual(self.client.diagnostics(2), [])

    def test_allows_what_a_header_allows(self):
        with open(os.path.join(self.folder.name, "put.h"), "w", encoding="utf-8") as header:
            header.write("__device__ void put(int *a) {\n"
                         "    a[0] = threadIdx.x; // heddle: allow race -- any will do\n}\n")
        self.client.open(self.uri, '#include "put.h"\n__global__ void k(int *a) {\n    put(a);\n}\n')
        self.assertEqual(self.client.diagnostics(1), [])

    def test_warns_of_launches_that_fail(self):
        self.client.open(self.uri, CLEAN + "void f(int *a) {\n    shift<<<1, 2000>>>(a);\n}\n")
        self.assertEqual([(d["severity"], d["range"]["start"]["character"]) for d in self.client.diagnostics(1)
                          if "this launch of kernel 'shift' fails" in d["message"]], [(2, 4)])

    def test_assumes(self):
        text = "__global__ void k(int *a, int n) {\n    a[threadIdx.x * n + blockIdx.x] = threadIdx.x;\n}\n"
        self.client.open(self.uri, "// heddle: grid=1\n" + text)
        self.assertEqual([d["code"] for d in self.client.diagnostics(1)], ["race"])
        titles = self.actions(2)
        wanted = [title for title in titles if title.startswith("Assume")]
        self.assertEqual(len(wanted), 1, titles)
        edit, = titles[wanted[0]]
        self.client.change(self.uri, 2, applied("// heddle: grid=1\n" + text, edit))
        self.assertEqual(self.client.diagnostics(2), [])

    def test_hovers(self):
        self.client.open(self.uri, CLEAN)
        self.client.diagnostics(1)
        line = CLEAN.split("\n").index(next(l for l in CLEAN.split("\n") if "__syncthreads" in l))
        text = self.hover(line, CLEAN.split("\n")[line].index("__syncthreads") + 3)
        self.assertIn("the write of `s`", text)
        self.assertIn("the read of `s`", text)
        self.client.change(self.uri, 2, RACY)
        self.client.diagnostics(2)
        self.assertIn("data race", self.hover(line, 6))
        self.assertIsNone(self.hover(0, 0))

    def test_survives_nonsense(self):
        self.client.process.stdin.write(b"Content-Length: 5\r\n\r\n{nope")
        self.client.process.stdin.flush()
        self.assertEqual(self.client.receive()["error"]["code"], -32600)
        self.assertIn("error", self.client.request("textDocument/hover", {"position": 3}))
        self.assertIn("error", self.client.request("no/such", {}))
        self.assertIsNone(self.client.request("textDocument/hover", {
            "textDocument": {"uri": "file:///nowhere.cu"}, "position": {"line": 0, "character": 0}})["result"])
        self.assertEqual(self.client.end(), 0)

    def test_leaves_where_nobody_speaks_the_protocol(self):
        for text in (b"garbage\n", b"y\n" * 100_000, b"Content-Length: 99999999999\r\n\r\nhello"):
            with subprocess.Popen([HEDDLE, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE) as server:
                _, err = server.communicate(text, timeout=60)
                self.assertIn(b"not of the Language Server Protocol", err)
                self.assertEqual(server.returncode, 2)

    def test_says_which_options_are_wrong(self):
        self.client.open(self.uri, "// \N{GREEK SMALL LETTER PI}\n  // heddle: grid=4; blok=3\n" + CLEAN)
        wrong, = self.client.diagnostics(1)
        self.assertIn("blok", wrong["message"])
        self.assertEqual(wrong["range"]["start"], {"line": 1, "character": len("  // heddle: grid=4; ")})

    def test_says_which_options_of_a_folder_are_wrong(self):
        def settings(text):
            with open(os.path.join(self.folder.name, ".heddle"), "w", encoding="utf-8") as file:
                file.write(text)
        uri = "file://" + urllib.parse.quote(os.path.join(self.folder.name, ".heddle"))

        settings("# how\nstrict-exit\n  blok = 3\n")
        self.client.open(self.uri, RACY)
        here, = self.client.diagnostics(1)
        self.assertRegex(here["message"], r"^\S*\.heddle:3:3: unrecognised option 'blok'")
        self.assertEqual(here["range"]["start"]["line"], 0)
        there, = self.client.diagnostics_of(uri)
        self.assertEqual(there["range"]["start"], {"line": 2, "character": 2})
        self.assertTrue(there["message"].startswith("unrecognised option 'blok'"), there)
        # another file has the same; then it is mended, which no editor has to tell
        other = self.uri.replace("b.cu", "c.cu")
        self.client.open(other, CLEAN)
        self.client.diagnostics(1, other)
        settings("assume = nosuch > 0\n")
        there, = self.client.diagnostics_of(uri)
        self.assertEqual(there["range"]["start"], {"line": 0, "character": len("assume = ")})
        settings("block = 256\n")
        self.assertEqual(self.client.diagnostics_of(uri), [])
        self.assertEqual([d.get("code") for d in self.client.diagnostics(1)], ["race"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heddle", required=True)
    known, rest = parser.parse_known_args()
    HEDDLE = os.path.abspath(known.heddle)
    unittest.main(argv=[sys.argv[0], *rest])
