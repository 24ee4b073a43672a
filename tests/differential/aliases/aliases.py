#!/usr/bin/env python3
"""Hosts that pass one array twice, under two names, to a kernel that races for that alone.

    aliases.py --heddle BINARY [--count N] [--seed N] [-j N]

A host is a way to come by an object that holds a pointer, a way to name it again, a way from there
to the launch, and others that call the same function with two arrays. None of them may be `verified`. Of their twins, which pass two arrays, those that are
verified are counted; if there are none, the test tests nothing.
"""
import argparse
import collections
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

BATCH = 25  # hosts in a file: the library is read once for all of them

# parameters, statements, the object, its address
OBJECTS = {
    "behind a parameter": ("V* p", "", "(*p)", "p"),
    "by reference": ("V& r", "", "r", "&r"),
    "local": ("", "V v; cudaMalloc(&v.d, n * 4);", "v", "&v"),
    "unique_ptr": ("", "std::unique_ptr<V> u(new V); cudaMalloc(&u->d, n * 4);", "(*u)", "u.get()"),
    "unique_ptr of callers": ("std::unique_ptr<V>& u", "", "(*u)", "u.get()"),
    "shared_ptr": ("", "auto s = std::make_shared<V>(); cudaMalloc(&s->d, n * 4);", "(*s)", "s.get()"),
    "element": ("", "V t[2]; cudaMalloc(&t[0].d, n * 4); cudaMalloc(&t[1].d, n * 4);", "t[0]", "&t[0]"),
    "of the file": ("", "", "of_file", "&of_file"),
    "new": ("", "V* h = new V; cudaMalloc(&h->d, n * 4);", "(*h)", "h"),
    "member": ("W* w", "", "w->v", "&w->v"),
}
OTHER = "V other; cudaMalloc(&other.d, n * 4); "
# statements, the object under its second name; {o} is the first one, {a} its address
NAMES = {
    "written alike": ("", "{o}"),
    "pointer": ("V* q = {a};", "(*q)"),
    "pointer set later": ("V* q = nullptr; q = {a};", "(*q)"),
    "reference": ("V& q = {o};", "q"),
    "copy": ("V q = {o};", "q"),
    "its pointer": ("V q; q.d = {o}.d;", "q"),
    "chosen reference": (OTHER + "V& q = c ? {o} : other;", "q"),
    "chosen pointer": (OTHER + "V* q = c ? {a} : &other;", "(*q)"),
    "perhaps another": (OTHER + "V* q = &other; if (c) q = {a};", "(*q)"),
    "perhaps its pointer": (OTHER + "V q = other; if (c) q.d = {o}.d;", "q"),
    "perhaps a copy": (OTHER + "V q; q.d = other.d; switch (n) { case 7: q = {o}; }", "q"),
    "perhaps allocated": ("V q; q.d = {o}.d; if (c) cudaMalloc(&q.d, n * 4);", "q"),
    "its pointer, once": (OTHER + "V q = other; for (int i = 0; i < n; ++i) { if (i == 7) continue; q.d = {o}.d; }", "q"),
    "left by a macro": (OTHER + "V q = other; do { if (c) break; q.d = {o}.d; } while (0);", "q"),
    "perhaps caught": (OTHER + "V q = other; try { if (c) throw 1; q.d = {o}.d; } catch (int) {}", "q"),
    "behind two pointers": ("V* first = {a}; V** q = &first;", "(**q)"),
    "set before a jump": (OTHER + "V* q = &other; bool again = false; back: if (!again) { again = true; q = {a}; goto back; }", "(*q)"),
    "set before a throw": (OTHER + "V* q = &other; try { q = {a}; throw 1; } catch (int) {}", "(*q)"),
    "one of many": (OTHER + "V* many[100]; for (V*& e : many) e = &other; many[70] = {a};", "(*many[70 * c])"),
    "one of many cases": (OTHER + "V *q = &other; V others[70]; switch (n) { " + " ".join("case %d: q = &others[%d]; break;" % (i, i) for i in range(70)) +
                          " case 70: q = {a}; }", "(*q)"),
    "handed on in a loop": (OTHER + "V* many[25]; for (V*& e : many) e = &other; many[24] = {a}; for (int i = 0; i < n; ++i) for (int j = 0; j < 24; ++j) many[j] = many[j + 1];",
                            "(*many[0])"),
}
# parameters, statements, the object under its first name, under its second one
TWO_NAMES = {
    "copied shared_ptr": ("", "auto s = std::make_shared<V>(); cudaMalloc(&s->d, n * 4); auto t = s;", "(*s)", "(*t)"),
    "assigned shared_ptr": ("std::shared_ptr<V> s", "std::shared_ptr<V> t; t = s;", "(*s)", "(*t)"),
    "moved unique_ptr": ("std::unique_ptr<V>& s", "V* q = s.get(); auto t = std::move(s);", "(*q)", "(*t)"),
    "first of a vector": ("", "std::vector<V> e(3); for (V& q : e) cudaMalloc(&q.d, n * 4);", "e[0]", "e.front()"),
    "first and last of a vector": ("std::vector<V>& e", "", "e.front()", "e.back()"),
    "reference to an element": ("std::vector<V>& e", "V& q = e[1];", "e.at(1)", "q"),
    "pointer to an element": ("std::vector<V>& e", "V* q = &e[1];", "e[1]", "(*q)"),
    "each of a vector": ("std::vector<V>& e", "for (auto& q : e) {call}", "e[0]", "q"),
    "copy of each of a vector": ("std::vector<V>& e", "for (auto q : e) {call}", "e[0]", "q"),
    "pointer of the file": ("", "", "of_file", "(*pointer_of_file)"),
    "table of the file": ("", "", "of_file", "(*table_of_file[1])"),
}
LAUNCH = "k@<<<(n + 63) / 64, 64>>>(%s, %s, n);"
# functions, the call
PASSES = {
    "launch": ("", LAUNCH % ("{x}.d", "{y}.d")),
    "by pointer": ("static void pass(V* x, V* y, int n) { " + LAUNCH % ("x->d", "y->d") + " }", "pass(&{x}, &{y}, n);"),
    "by reference": ("static void pass(V& x, V& y, int n) { " + LAUNCH % ("x.d", "y.d") + " }", "pass({x}, {y}, n);"),
    "by const reference": ("static void pass(const V& x, const V& y, int n) { " + LAUNCH % ("x.d", "y.d") + " }", "pass({x}, {y}, n);"),
    "by value": ("static void pass(V x, V y, int n) { " + LAUNCH % ("x.d", "y.d") + " }", "pass({x}, {y}, n);"),
    "its pointers": ("static void pass(float* x, float* y, int n) { " + LAUNCH % ("x", "y") + " }", "pass({x}.d, {y}.d, n);"),
    "through two functions": ("static void launch(const V& x, const V& y, int n) { " + LAUNCH % ("x.d", "y.d") +
                              " } void pass(V& x, V& y, int n) { launch(x, y, n); }", "pass({x}, {y}, n);"),
    "template": ("template <class T> static void pass(T& x, T& y, int n) { " + LAUNCH % ("x.d", "y.d") + " }", "pass({x}, {y}, n);"),
    "lambda": ("", "auto pass = [&](V& x, V& y) { " + LAUNCH % ("x.d", "y.d") + " }; pass({x}, {y});"),
    "captured": ("", "[&] { " + LAUNCH % ("{x}.d", "{y}.d") + " }();"),
    "members": ("struct Pass { V *x, *y; void run(int n) { " + LAUNCH % ("x->d", "y->d") + " } };", "Pass pass{&{x}, &{y}}; pass.run(n);"),
    "pointer to a function": ("static void pass(V& x, V& y, int n) { " + LAUNCH % ("x.d", "y.d") + " }",
                              "void (*f)(V&, V&, int) = pass; f({x}, {y}, n);"),
    # functions of a type of their own: any of that type may be the one that is called
    "table of functions": ("struct Own {}; static void pass(Own, V& x, V& y, int n) { " + LAUNCH % ("x.d", "y.d") +
                           " } static void none(Own, V&, V&, int) {} static void (*table[])(Own, V&, V&, int) = {none, pass};",
                           "Own own; table[c](own, {x}, {y}, n);"),
    "std::function": ("struct Own {}; static void pass(Own, V& x, V& y, int n) { " + LAUNCH % ("x.d", "y.d") + " }",
                      "std::function<void(Own, V&, V&, int)> f = pass; Own own; f(own, {x}, {y}, n);"),
    "thread": ("static void pass(V* x, V* y, int n) { " + LAUNCH % ("x->d", "y->d") + " }", "std::thread t(pass, &{x}, &{y}, n); t.join();"),
    "virtual method": ("struct Pass { virtual void run(V* x, V* y, int n) { " + LAUNCH % ("x->d", "y->d") + " } };", "Pass pass; pass.run(&{x}, &{y}, n);"),
    "through many functions": ("static void pass0(V* x, V* y, int n) { " + LAUNCH % ("x->d", "y->d") + " }" +
                               "".join(" static void pass%d(V* x, V* y, int n) { pass%d(x, y, n); }" % (i, i - 1) for i in range(1, 40)),
                               "pass39(&{x}, &{y}, n);"),
    "read before": ("", "float *x = {x}.d, *y = {y}.d; " + LAUNCH % ("x", "y")),
}
# What other callers pass for n.
OTHERS = {"no other caller": [], "another caller": ["n"], "nine other callers": ["n + %d" % i for i in range(9)]}
KERNEL = """__global__ void k@(%sfloat* x, float* y, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i + 1 < n) y[i] = x[i + 1];
}
"""
BEFORE = """#include <functional>
#include <memory>
#include <thread>
#include <vector>
struct V { float* d; int n; };
struct W { int n; V v; };
static V of_file, other_of_file;
static V* pointer_of_file = &of_file;
static V* table_of_file[] = {&other_of_file, &of_file};
"""


def host(number, ways, const, twice):
    if ways[0] in TWO_NAMES:
        parameters, made, o, again = TWO_NAMES[ways[0]]
        named = a = ""
    else:
        parameters, made, o, a = OBJECTS[ways[0]]
        named, again = NAMES[ways[1]]
    functions, call = PASSES[ways[2]]
    if not twice:
        named, again = "V fresh; cudaMalloc(&fresh.d, n * 4);", "fresh"
    named, again = (t.replace("{o}", o).replace("{a}", a) for t in (named, again))
    for i, size in enumerate(OTHERS[ways[3]]):
        functions += " void other%d(V* a, V* b, int n) { %s }" % (i, call.replace("{x}", "(*a)").replace("{y}", "(*b)").replace(", n)", ", %s)" % size))
    call = call.replace("{x}", o).replace("{y}", again)
    body = " ".join([made.replace("{call}", "{ " + named + " " + call + " }"), named, "" if "{call}" in made else call])
    more = ", " + parameters if parameters else ""
    text = "namespace h@ {\n%s%s\nvoid run(int n, bool c%s) { %s }\n}\n" % (KERNEL % ("const " if const else ""), functions, more, body)
    return text.replace("@", str(number))


def ask(heddle, folder, first, hosts):
    """The verdict of each host's kernel, in their order."""
    path = os.path.join(folder, "h%d.cu" % first)
    with open(path, "w") as f:
        f.write(BEFORE + "".join(host(i, *h) for i, h in enumerate(hosts)))
    run = subprocess.run([heddle, "check", "--no-cache", "--no-hints", "--format", "json", path], capture_output=True, text=True, timeout=600)
    try:
        verdicts = {k["kernel"].split("::")[-1]: k["verdict"] for k in json.loads(run.stdout)["kernels"]}
    except ValueError:
        raise SystemExit("no report of %s: %s" % (path, (run.stderr + run.stdout)[-400:]))
    return [verdicts["k%d" % i] for i in range(len(hosts))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--count", type=int, default=0, help="of the ways, at random; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-j", type=int, default=2)
    options = parser.parse_args()
    places = list(itertools.product(OBJECTS, NAMES)) + [(two, "two names") for two in TWO_NAMES]
    ways = [((*place, how, "no other caller"), const) for place, how, const in itertools.product(places, PASSES, (False, True))]
    called = [how for how, (_, call) in PASSES.items() if call.startswith("pass(")]
    ways += [((*place, how, others), False) for place, how, others in itertools.product(places, called, list(OTHERS)[1:])]
    if options.count:
        ways = random.Random(options.seed).sample(ways, options.count)
    hosts = [(w, const, twice) for w, const in ways for twice in (True, False)]
    totals, wrong = collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.j) as pool:
        parts = [(i, hosts[i:i + BATCH]) for i in range(0, len(hosts), BATCH)]
        for (first, part), verdicts in zip(parts, pool.map(lambda p: ask(options.heddle, folder, *p), parts)):
            for (w, const, twice), verdict in zip(part, verdicts):
                totals["one array" if twice else "two arrays", verdict] += 1
                if twice and verdict == "verified":
                    wrong.append(w + (const,))
                    print("verified: %s, %s, %s, %s%s\n%s" % (w + (", const" if const else "", host(0, w, const, True))))
    for (what, verdict), count in sorted(totals.items()):
        print("%s: %d %s" % (what, count, verdict))
    return 1 if wrong or not totals["two arrays", "verified"] else 0


if __name__ == "__main__":
    sys.exit(main())
