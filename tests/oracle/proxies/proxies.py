#!/usr/bin/env python3
"""Threads and the async proxy at the same cells, against an operational model.

    proxies.py --heddle BINARY [--count N] [--seed N] [--file N]

Random programs of three threads of different warps, on tiles in shared memory: they write and read cells, load
tiles by bulk copies, store tiles by bulk copies in groups of their own, and one multiplies tiles by tcgen05.mma.
They hand on by mbarriers of one phase, by waits for groups, by commits and by proxy fences, most of the time as it
is right. The model is of the PTX ISA alone ("Memory Consistency Model": "Causality order", "Proxies"; "Async
proxy"; "cp.async.bulk", "cp.async.bulk.wait_group", "tcgen05.commit"): what is asynchronous may happen at any time
from its issue on; it is over for who sees the phase that counts its bytes, the arrival of a commit behind it, or
the wait of its thread that leaves only younger groups under way, and then there is an implicit fence towards
generic accesses. From a generic access to one of the async proxy causality needs a proxy fence on its way. All
states are walked. Two accesses without order race; a write of a thread without a fence on the way to the async
proxy is an error as well. By the text a fence of any thread on the way does; that of the thread that wrote is the
pattern of the documentation: without it, or where the thread only read, is what Heddle warns of. Whether a commit
releases what its thread did or knows the text leaves open: what is right if it does alone may be told either way.
What Heddle verifies must have no error by the model, what it confirms must have one, and what it warns of must not
be as documented; else the exit code is 1.
"""

import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

THREADS, SLOTS, BARRIERS, MULTIPLIES = 3, 3, 16, 1
WHOLE = (0, 16, 1008)  # the cells that threads touch, of those that the async proxy touches
ASYNC = ("load", "store", "mma")
WRITES = ("write", "load")


def cells(op):
    return {(op[1], op[2])} if op[0] in ("write", "read") else {(op[1], cell) for cell in WHOLE}


def conflict(a, b):
    """Accesses of one cell, one of them a write, that are not of one kind in one register of a unit."""
    return (a[0] in WRITES or b[0] in WRITES) and bool(cells(a) & cells(b))


# ---- the model


class Model:
    """A state is where the threads are, whose groups are open, what arrivals have released, arrivals to come, and
    what each thread knows to be before it: by causality, with a proxy fence on the way, and with one of the
    thread that made the access."""

    NOTHING = (frozenset(),) * 3

    def __init__(self, programs, commits_release):
        self.programs, self.commits_release = programs, commits_release
        self.warnings = set()

    def run(self):
        """The first error, or nothing; `warnings` are what is in order, but not as documented."""
        start = ((0,) * THREADS, frozenset(), frozenset(), (self.NOTHING,) * THREADS)
        seen, work = {start}, [start]
        while work:
            state = work.pop()
            following = []
            if bad := self.step(state, following):
                return bad
            for after in following:
                if after not in seen:
                    seen.add(after)
                    work.append(after)
        return ""

    def op(self, where):
        return self.programs[where[0]][where[1]]

    def access(self, at, thread, op, known):
        """What is wrong with an access now: all those that were made or issued are looked at."""
        before, fenced, own = known
        for where in ((t, n) for t in range(THREADS) for n in range(at[t])):
            other = self.op(where)
            if other[0] not in WRITES + ("read",) + ASYNC or not conflict(other, op):
                continue
            if where not in before and not (where[0] == thread and other[0] not in ASYNC):
                return f"race: {other} of thread {where[0]} and {op} of thread {thread}"
            if op[0] not in ASYNC or other[0] in ASYNC:
                continue
            if other[0] == "write" and where not in fenced:
                return f"no proxy fence: {other} of thread {where[0]} and {op} of thread {thread}"
            if where not in own:
                self.warnings.add(("late" if where in fenced else "none", other, op))
        return ""

    def step(self, state, out):
        at, over, coming, knows = state
        for barrier, ended, known in coming:
            released = (known[0] | ended, known[1] | ended, known[2] | ended)
            out.append((at, over | {(barrier, released)}, coming - {(barrier, ended, known)}, knows))
        if all(at[t] == len(self.programs[t]) for t in range(THREADS)):
            return ""
        for t in range(THREADS):
            if at[t] == len(self.programs[t]):
                continue
            op, where = self.op((t, at[t])), (t, at[t])
            ahead = tuple(at[u] + (u == t) for u in range(THREADS))
            before, fenced, own = known = knows[t]

            def after(mine=known, over=over, coming=coming, ahead=ahead, t=t):
                out.append((ahead, over, coming, tuple(mine if u == t else knows[u] for u in range(THREADS))))

            if op[0] in ("write", "read") + ASYNC:
                if bad := self.access(at, t, op, known):
                    return bad
            if op[0] in ("write", "read"):
                after((before | {where}, fenced, own))
            elif op[0] == "load":  # the thread arrives and announces the bytes
                after(coming=coming | {(op[2], frozenset({where}), known)})
            elif op[0] == "commit":
                issued = frozenset((t, n) for n in range(at[t]) if self.programs[t][n][0] == "mma")
                told = known if self.commits_release else self.NOTHING
                after(coming=coming | {(op[1], issued, told)})
            elif op[0] == "groups":  # a wait that leaves op[1] of them
                stores = [(t, n) for n in range(at[t]) if self.programs[t][n][0] == "store"]
                ended = frozenset(stores[:len(stores) - op[1]])
                after(tuple(part | ended for part in known))
            elif op[0] == "fence":
                after((before, fenced | before, own | {w for w in before if w[0] == t}))
            elif op[0] == "arrive":
                after(over=over | {(op[1], known)})
            elif op[0] == "wait":
                for barrier, released in over:
                    if barrier == op[1]:
                        after(tuple(a | b for a, b in zip(known, released)))
            else:
                after()
        return "" if out else "deadlock"


# ---- programs


class Generator:
    def __init__(self, rng):
        self.rng = rng
        self.programs = [[] for _ in range(THREADS)]
        self.done = []    # (thread, operation)
        self.told = set() # (number in done, thread that knows it to be over)
        self.barriers = 0

    def likely(self, p=0.93):
        return self.rng.random() < p

    def barrier(self):
        self.barriers += 1
        return self.barriers - 1

    def hand_on(self, number, to, asynchronous):
        """Thread `to` learns that an operation is over, most of the time as it should."""
        thread, op = self.done[number]
        mine = self.programs[thread]
        told = [n for n, (t, o) in enumerate(self.done) if t == thread and n <= number and o[0] not in ASYNC]
        barrier = None
        if op[0] == "load":
            told, barrier = [number], op[2]
        elif op[0] == "mma":
            told = [n for n, (t, o) in enumerate(self.done) if o[0] == "mma" and n <= number]
            barrier = self.barrier()
            mine.append(("commit", barrier))
        else:
            if op[0] == "store":
                told.append(number)
                younger = sum(t == thread and o[0] == "store" for t, o in self.done[number + 1:])
                if self.likely():
                    mine.append(("groups", younger if self.likely() else self.rng.randrange(3), self.likely(0.5)))
            elif asynchronous and self.likely():
                mine.append(("fence",))
            if to != thread:
                barrier = self.barrier()
                mine.append(("arrive", barrier))
        if barrier is not None and (self.likely(0.97) or op[0] == "mma"):
            self.programs[to].append(("wait", barrier))
            if asynchronous and not self.likely(0.85):
                self.programs[to].append(("fence",))
        self.told.update((n, to) for n in told)

    def add(self, thread, op):
        for number, (t, before) in enumerate(self.done):
            own = t == thread and before[0] not in ASYNC
            needs_fence = op[0] in ASYNC and before[0] not in ASYNC
            if conflict(before, op) and (number, thread) not in self.told and (not own or needs_fence) and \
               self.barriers < BARRIERS - 3 and self.likely():
                self.hand_on(number, thread, op[0] in ASYNC)
        if op[0] == "load":
            op = (*op, self.barrier())
        self.done.append((thread, op))
        self.programs[thread].append(op)

    def run(self):
        rng = self.rng
        for _ in range(rng.randint(2, 8)):
            if self.barriers >= BARRIERS - 4:
                break
            kind = rng.choice(["write", "write", "read", "load", "store", "mma"])
            thread = MULTIPLIES if kind == "mma" else rng.randrange(THREADS)
            slot = rng.randrange(SLOTS) if rng.random() < 0.2 else 0
            self.add(thread, (kind, slot, rng.choice(WHOLE)) if kind in ("write", "read") else (kind, slot))
        return self.programs


# ---- as CUDA

HEAD = r"""#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void arrive(uint64_t* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void expect(uint64_t* bar, unsigned bytes) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n}" ::"r"(at(bar)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void wait(uint64_t* bar) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void bulk_load(void* to, const void* from, unsigned bytes, uint64_t* bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)) : "memory");
}
__device__ __forceinline__ void bulk_store(void* to, const void* from, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(at(from)), "r"(bytes) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
template <int N> __device__ __forceinline__ void groups() { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory"); }
template <int N> __device__ __forceinline__ void groups_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ uint64_t descriptor(const void* tile) {
  uint64_t d = (at(tile) & 0x3ffff) >> 4;
  return d | uint64_t(1) << 16 | uint64_t(1024 >> 4) << 32 | uint64_t(1) << 46 | uint64_t(2) << 61;
}
__device__ __forceinline__ void mma(unsigned d, const void* tile) {
  constexpr unsigned shape = 1u << 4 | 8u << 17 | 8u << 24;
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, 1, 0;\ntcgen05.mma.cta_group::1.kind::f16 [%0], %1, %1, %2, p;\n}" ::"r"(d), "l"(descriptor(tile)), "r"(shape));
}
__device__ __forceinline__ void commit(uint64_t* bar) {
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(at(bar)) : "memory");
}
constexpr int TILE = 128 * 128;
"""

START = """  if (t < 32) asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 64;" ::"r"(at(&slot)) : "memory");
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
"""
END = """  if (t < 32) {
    wait(&bar[BARRIERS]);
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 64;" ::"r"(slot));
  }
"""


def statement(op, number):
    return {"write": lambda: f"tiles[{op[1]}][{op[2]}] = {number};",
            "read": lambda: f"out[{number}] = tiles[{op[1]}][{op[2]}];",
            "load": lambda: f"expect(&bar[{op[2]}], TILE); bulk_load(tiles[{op[1]}], in, TILE, &bar[{op[2]}]);",
            "store": lambda: f"bulk_store(to + {number} * TILE, tiles[{op[1]}], TILE);",
            "mma": lambda: f"mma(slot, tiles[{op[1]}]);",
            "groups": lambda: f"groups{'_read' if op[2] else ''}<{op[1]}>();",
            "fence": lambda: "fence();"}.get(op[0], lambda: f"{op[0]}(&bar[{op[1]}]);")()


def kernel(name, programs):
    multiplies = any(op[0] == "mma" for op in programs[MULTIPLIES])
    number, bodies = 0, []
    for t, program in enumerate(programs):
        lines = []
        for op in program:
            number += 1
            lines.append("    " + statement(op, number))
        if multiplies and t == MULTIPLIES:
            lines.append(f"    commit(&bar[{BARRIERS}]);")
        bodies.append(f"  if (t == {32 * t}) {{\n" + "\n".join(lines) + "\n  }\n")
    return f"""
__global__ void __launch_bounds__(96) {name}(const char* in, char* to, char* out) {{
  __shared__ alignas(1024) char tiles[{SLOTS}][TILE];
  __shared__ alignas(8) uint64_t bar[{BARRIERS + 1}];
  __shared__ unsigned slot;
  int t = threadIdx.x;
  if (t == 0) {{
    for (int i = 0; i < {BARRIERS + 1}; i++) mbar_init(&bar[i], 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }}
{START if multiplies else ""}  __syncthreads();
{'  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");' if multiplies else ""}
{"".join(bodies)}{END.replace("BARRIERS", str(BARRIERS)) if multiplies else ""}}}
"""


def answers(heddle, path):
    done = subprocess.run([heddle, "check", path, "--arch", "sm_100a", "--timeout", "5", "--no-hints", "-j", "1",
                           "--format", "json"], capture_output=True, text=True, timeout=600)
    return {k["kernel"]: k for k in json.loads(done.stdout)["kernels"]}


def is_confirmed(answer, severity):
    return any(f["status"] == "confirmed" and f["severity"] == severity for f in answer["findings"])


def disagreement(answer, bad, strict, open_bad):
    """What Heddle says against what the model does, where commits release all, and nothing of their threads."""
    if answer["verdict"] == "verified" and bad:
        return bad
    if is_confirmed(answer, "error") and not open_bad:
        return "right"
    return "as documented" if is_confirmed(answer, "warning") and not open_bad and not strict.warnings else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=int, default=100, help="programs in a file (default: 100)")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    tally, wrong = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "programs.cu")
        for first in range(0, options.count, options.file):
            programs = {f"k{i}": Generator(rng).run() for i in range(first, min(first + options.file, options.count))}
            texts = {name: kernel(name, program) for name, program in programs.items()}
            with open(path, "w", encoding="utf-8") as file:
                file.write(HEAD + "".join(texts.values()))
            told = answers(options.heddle, path)
            for name, program in programs.items():
                answer, model, strict = told[name], Model(program, True), Model(program, False)
                bad, open_bad = model.run(), strict.run()
                verdict = answer["verdict"] + (" with a warning" if is_confirmed(answer, "warning") else "")
                tally[(verdict, "bad" if bad else "open" if open_bad else "not as documented" if model.warnings else "right")] += 1
                if told_apart := disagreement(answer, bad, strict, open_bad):
                    wrong += 1
                    print(f"{name}, seed {options.seed}: {verdict}, the model says '{told_apart}'\n{texts[name]}")
    for (verdict, model), n in sorted(tally.items()):
        print(f"{n:6} {verdict}, by the model {model}")
    decided = all(tally[key] for key in [("verified", "right"), ("refuted", "bad"),
                                         ("verified with a warning", "not as documented")])
    sys.exit(1 if wrong or not decided else 0)


if __name__ == "__main__":
    main()
