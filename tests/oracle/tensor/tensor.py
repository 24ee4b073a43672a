#!/usr/bin/env python3
"""Tensor memory and the async proxy against an operational model.

    tensor.py --heddle BINARY [--count N] [--seed N] [--file N]

Random programs of three roles: one thread loads tiles by bulk copies, one issues tcgen05.mma, loops
of tcgen05.cp and tcgen05.commit, a warp makes tcgen05.ld and .st and frees the tensor memory in the
end. They hand on to each other by mbarriers of one phase, most of the time as it is right; arrivals and
waits may be relaxed, and fences of tensor operations be left out. The model
is of the PTX ISA alone ("TensorCore 5th Generation Family Instructions", "Asynchronous copy: bulk"): what is
asynchronous may happen at any time from its issue on; tcgen05.commit arrives when all that its
thread issued before is over; .wait::ld and .wait::st wait for all loads and stores; a load is over
before the phase that counts its bytes. tcgen05.fence::before_thread_sync, what orders threads and
::after_thread_sync make order of operations on tensor memory, be it relaxed. That what releases and
acquires does so as well without them is open; they are asked for as warnings. All states are walked: two operations under way together that
touch a cell, and one of them writes, race, and threads that cannot go on are a deadlock. What
Heddle verifies must do neither, and what it confirms must do one; what it verifies without a warning
must not miss a fence, and what it warns of must; else the exit code is 1.
"""

import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

ISSUER, WARP, LOADER = range(3)
BARRIERS, SLOTS = 16, 2
COLUMNS = (0, 64, 128, 160)  # of two accumulators, and of two regions for copies
COPY = 4  # columns that a copy writes
TOUCHES = {  # cells, and whether it writes them
    "mma": lambda op: [(("columns", op[1]), True), (("slot", op[2]), False)],
    "cp": lambda op: [(("columns", op[1]), True), (("slot", op[2]), False)],
    "load": lambda op: [(("slot", op[1]), True)],
    "ld": lambda op: [(("columns", op[1]), False)],
    "st": lambda op: [(("columns", op[1]), True)],
    "dealloc": lambda op: [(("columns", i), True) for i in range(len(COLUMNS))],
}
ASYNC = ("mma", "cp", "load", "ld", "st")


def conflict(a, b):
    """Products with one accumulator are made in the order of their issue."""
    if a[0] == "mma" and b[0] == "mma":
        return False
    there = dict(TOUCHES[a[0]](a))
    return any(cell in there and (writes or there[cell]) for cell, writes in TOUCHES[b[0]](b))


# ---- the model


class Model:
    """States: where the threads are, what is under way, phases that are over, commits and loads to come,
    and what each thread knows to be over: by what threads release and acquire (`memory`), and through both
    fences (`tensor`), which is what counts for tensor memory alone. `strict`: nothing else does there.

    What is under way stays so for as long as it may: what ends it is a commit's arrival, the phase of
    a load, or a wait of its thread. That something ends earlier makes no state that has more of it.
    """

    NOTHING = frozenset()

    def __init__(self, programs, strict):
        self.programs = [p + [("meet",)] for p in programs]
        self.strict = strict

    def run(self):
        # of each thread: memory, tensor, tensor that a fence has covered, and that waits have seen
        start = ((0, 0, 0), *(self.NOTHING,) * 4, ((self.NOTHING,) * 4,) * 3)
        seen, work = {start}, [start]
        while work:
            state = work.pop()
            following = []
            if bad := self.step(state, following):
                return bad
            for s in following:
                if s not in seen:
                    seen.add(s)
                    work.append(s)
        return ""

    def op(self, where):
        return self.programs[where[0]][where[1]]

    def executed(self, at):
        return [(t, i) for t in range(3) for i in range(at[t]) if self.op((t, i))[0] in ASYNC]

    def race(self, at, op, knows):
        """Of what was executed and is not known to be over."""
        memory, tensor = knows[0], knows[1]
        for where in self.executed(at):
            there = dict(TOUCHES[self.op(where)[0]](self.op(where)))
            if self.op(where)[0] == "mma" and op[0] == "mma":
                continue
            for cell, writes in TOUCHES[op[0]](op):
                if cell not in there or not (writes or there[cell]):
                    continue
                of_tensor = cell[0] == "columns"
                if where in tensor if of_tensor and self.strict else \
                   where in memory or (of_tensor and where in tensor):
                    continue
                return f"race: {self.op(where)} and {op}"
        return ""

    def step(self, state, out):
        at, flying, over, commits, loads, knows = state
        here = [self.programs[t][at[t]] for t in range(3)]
        if all(op[0] == "meet" for op in here):
            met = frozenset().union(*(part for k in knows for part in k[:2]), knows[WARP][3])
            return self.race(at, ("dealloc",), (met, met))
        for load in loads:
            where, memory, fenced = load
            out.append((at, flying, over | {(self.op(where)[2], memory | {where}, fenced)}, commits,
                        loads - {load}, knows))
        for commit in commits:
            barrier, ended, memory, tensor = commit
            out.append((at, flying - ended, over | {(barrier, memory | ended, tensor | ended)},
                        commits - {commit}, loads, knows))
        for t, op in enumerate(here):
            ahead = tuple(at[u] + (u == t) for u in range(3))
            memory, tensor, covered, seen = knows[t]

            def after(*mine, flying=flying, over=over, commits=commits, loads=loads, ahead=ahead, t=t):
                everyone = tuple(mine if u == t else knows[u] for u in range(3))
                out.append((ahead, flying, over, commits, loads, everyone))

            if op[0] in ASYNC:
                if bad := self.race(at, op, knows[t]):
                    return bad
                if op[0] == "cp" and op[3] != 1 and op[4] < COPY:
                    return f"race: the copies of {op}"  # they are in no order
                if op[0] == "load":  # the thread arrives and announces the bytes
                    after(*knows[t], loads=loads | {((t, at[t]), memory, covered | seen)})
                else:
                    after(*knows[t], flying=flying | {(t, at[t])})
            elif op[0] == "commit":  # with a fence of its own
                before = frozenset(w for w in self.executed(at) if w[0] == t and self.op(w)[0] in ("mma", "cp"))
                after(*knows[t], commits=commits | {(op[1], before, memory, tensor)})
            elif op[0] == "fence_before":
                after(memory, tensor, tensor, seen)
            elif op[0] == "fence_after":
                after(memory, tensor | seen, covered, seen)
            elif op[0] == "arrive":
                released = (self.NOTHING, covered) if op[2] else (memory, covered | seen)
                after(*knows[t], over=over | {(op[1], *released)})
            elif op[0] in ("wait_ld", "wait_st"):
                ended = {w for w in flying if w[0] == t and self.op(w)[0] == op[0].removeprefix("wait_")}
                after(memory | ended, tensor | ended, covered, seen, flying=flying - ended)
            elif op[0] == "wait":
                for barrier, released, fenced in over:
                    if barrier == op[1]:
                        after(memory if op[2] else memory | released, tensor, covered, seen | fenced)
        return "" if out else "deadlock"


# ---- programs


class Generator:
    def __init__(self, rng):
        self.rng = rng
        self.programs = [[], [], []]
        self.done = []       # (thread, operation)
        self.told = set()    # (number in done, thread that knows that it is over)
        self.barriers = 0

    def likely(self, p=0.9):
        return self.rng.random() < p

    def fence(self, kind, thread):
        if self.likely():
            self.programs[thread].append((kind,))

    def barrier(self):
        self.barriers += 1
        return self.barriers - 1

    def hand_on(self, number, to):
        """Thread `to` learns that an operation is over, as it should."""
        thread, op = self.done[number]
        told = [n for n, (t, o) in enumerate(self.done) if t == thread and o[0] == op[0] and n <= number]
        if op[0] == "load":
            told = [number]
            barrier = op[2]
        elif thread == WARP:
            if self.likely():
                self.programs[WARP].append(("wait_" + op[0],))
            if to != WARP:
                barrier = self.barrier()
                self.fence("fence_before", WARP)
                self.programs[WARP].append(("arrive", barrier, not self.likely()))
        else:
            barrier = self.barrier()
            if self.likely():
                if self.likely(0.97):
                    self.programs[thread].append(("commit", barrier))
                else:
                    self.fence("fence_before", thread)
                    self.programs[thread].append(("arrive", barrier, False))
        if to != thread or op[0] != "ld" and op[0] != "st":
            if self.likely(0.97):
                self.programs[to].append(("wait", barrier, not self.likely(0.95)))
                self.fence("fence_after", to)
        self.told.update((n, to) for n in told)

    def add(self, thread, op):
        for number, (t, before) in enumerate(self.done):
            if conflict(before, op) and (number, thread) not in self.told and \
               self.barriers < BARRIERS - 4 and self.likely():
                self.hand_on(number, thread)
        if op[0] == "load":
            op = (*op, self.barrier())
        self.done.append((thread, op))
        if op[0] != "dealloc":
            self.programs[thread].append(op)

    def run(self):
        rng = self.rng
        for _ in range(rng.randint(2, 7)):
            if self.barriers >= BARRIERS - 5:
                break
            kind = rng.choice(["mma", "mma", "cp", "load", "ld", "st"])
            if kind == "mma":
                self.add(ISSUER, ("mma", rng.randrange(2), rng.randrange(SLOTS)))
            elif kind == "cp":
                step = COPY if self.likely() else rng.randrange(COPY)
                count = rng.choice([1, 3, "n"])
                self.add(ISSUER, ("cp", 2 + rng.randrange(2), rng.randrange(SLOTS), count, step))
            elif kind == "load":
                self.add(LOADER, ("load", rng.randrange(SLOTS)))
            else:
                self.add(WARP, (kind, rng.randrange(len(COLUMNS))))
        self.add(WARP, ("dealloc",))
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
__device__ __forceinline__ void arrive_relaxed(uint64_t* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.relaxed.cta.shared::cta.b64 state, [%0];\n}" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void wait_relaxed(uint64_t* bar) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.relaxed.cta.shared::cta.b64 p, [%0], 0;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void wait(uint64_t* bar) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void bulk_load(void* to, const void* from, unsigned bytes, uint64_t* bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)) : "memory");
}
__device__ __forceinline__ void fence_before() { asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory"); }
__device__ __forceinline__ void fence_after() { asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory"); }
__device__ __forceinline__ uint64_t descriptor(const void* tile) {
  uint64_t d = (at(tile) & 0x3ffff) >> 4;
  return d | uint64_t(1) << 16 | uint64_t(1024 >> 4) << 32 | uint64_t(1) << 46 | uint64_t(2) << 61;
}
__device__ __forceinline__ void mma(unsigned d, const void* tile) {
  constexpr unsigned shape = 1u << 4 | 8u << 17 | 8u << 24;
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, 1, 0;\ntcgen05.mma.cta_group::1.kind::f16 [%0], %1, %1, %2, p;\n}" ::"r"(d), "l"(descriptor(tile)), "r"(shape));
}
__device__ __forceinline__ void copy(unsigned d, const void* tile) {
  uint64_t from = (at(tile) & 0x3ffff) >> 4 | uint64_t(128 >> 4) << 16 | uint64_t(128 >> 4) << 32 | uint64_t(1) << 46;
  asm volatile("tcgen05.cp.cta_group::1.32x128b.warpx4 [%0], %1;" ::"r"(d), "l"(from));
}
__device__ __forceinline__ void commit(uint64_t* bar) {
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void tensor_ld(unsigned d) {
  unsigned v;
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(v) : "r"(d));
}
__device__ __forceinline__ void tensor_st(unsigned d) {
  asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(d), "r"(0));
}
__device__ __forceinline__ void wait_ld() { asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wait_st() { asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory"); }
constexpr int TILE = 128 * 128;
"""


def statement(op):
    kind = op[0]
    texts = {"mma": lambda: f"mma(d + {COLUMNS[op[1]]}, tiles[{op[2]}]);",
             "cp": lambda: f"for (int i = 0; i < {op[3]}; i++) "
                           f"copy(d + {COLUMNS[op[1]]} + {op[4]} * i, tiles[{op[2]}] + 512 * i);",
             "load": lambda: f"expect(&bar[{op[2]}], TILE); "
                             f"bulk_load(tiles[{op[1]}], in, TILE, &bar[{op[2]}]);",
             "ld": lambda: f"tensor_ld(d + {COLUMNS[op[1]]});",
             "st": lambda: f"tensor_st(d + {COLUMNS[op[1]]});"}
    if kind in texts:
        return texts[kind]()
    how = "_relaxed" if kind in ("wait", "arrive") and op[2] else ""
    if kind == "wait":
        return f"wait{how}(&bar[{op[1]}]);"
    if kind == "commit":
        return f"commit(&bar[{op[1]}]);"
    return f"ARRIVE{how}(&bar[{op[1]}]);" if kind == "arrive" else f"{kind}();"


def kernel(name, programs):
    def body(thread):
        how = "__syncwarp(); if (t == 0) arrive" if thread == WARP else "arrive"
        return "\n".join("    " + statement(op).replace("ARRIVE", how) for op in programs[thread])
    return f"""
__global__ void __launch_bounds__(96) {name}(const char* in, int n) {{
  __assume(0 <= n && n <= 8);
  __shared__ alignas(1024) char tiles[{SLOTS}][TILE];
  __shared__ alignas(8) uint64_t bar[{BARRIERS}];
  __shared__ unsigned slot;
  int t = threadIdx.x;
  if (t == 0) {{
    for (int i = 0; i < {BARRIERS}; i++) mbar_init(&bar[i], 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }}
  if (t < 32) asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 256;" ::"r"(at(&slot)) : "memory");
  fence_before();
  __syncthreads();
  fence_after();
  unsigned d = slot;
  if (t < 32) {{
{body(WARP)}
  }} else if (t == 32) {{
{body(ISSUER)}
  }} else if (t == 64) {{
{body(LOADER)}
  }}
  fence_before();
  __syncthreads();
  fence_after();
  if (t < 32) asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 256;" ::"r"(d));
}}
"""


def answers(heddle, path):
    done = subprocess.run([heddle, "check", path, "--arch", "sm_100a", "--timeout", "5", "--no-hints", "-j", "1",
                           "--format", "json"], capture_output=True, text=True, timeout=600)
    return {k["kernel"]: k for k in json.loads(done.stdout)["kernels"]}


def is_confirmed(answer, severity):
    return any(f["status"] == "confirmed" and f["severity"] == severity for f in answer["findings"])


def disagreement(answer, bad, unfenced):
    """What Heddle says against what the model does: `bad`, and `unfenced` where fences are asked for."""
    verified = answer["verdict"] == "verified"
    if verified and bad:
        return bad
    if is_confirmed(answer, "error") and not bad:
        return "right"
    if verified and unfenced and not answer["findings"]:
        return f"{unfenced} without fences"
    return "fences are right" if is_confirmed(answer, "warning") and not unfenced else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=int, default=25, help="programs in a file (default: 25)")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    tally, wrong = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "programs.cu")
        for first in range(0, options.count, options.file):
            programs = {f"k{i}": Generator(rng).run()
                        for i in range(first, min(first + options.file, options.count))}
            texts = {name: kernel(name, program) for name, program in programs.items()}
            with open(path, "w", encoding="utf-8") as file:
                file.write(HEAD + "".join(texts.values()))
            told = answers(options.heddle, path)
            for name, program in programs.items():
                answer = told[name]
                bad, unfenced = (Model(program, strict).run() for strict in (False, True))
                verdict = answer["verdict"] + (" with a warning" if is_confirmed(answer, "warning") else "")
                tally[(verdict, "bad" if bad else "unfenced" if unfenced else "right")] += 1
                if told_apart := disagreement(answer, bad, unfenced):
                    wrong += 1
                    print(f"{name}, seed {options.seed}: {verdict}, the model says "
                          f"'{told_apart}'\n{texts[name]}")
    for (verdict, model), n in sorted(tally.items()):
        print(f"{n:6} {verdict}, by the model {model}")
    decided = all(tally[key] for key in [("verified", "right"), ("refuted", "bad"),
                                         ("verified with a warning", "unfenced")])
    sys.exit(1 if wrong or not decided else 0)


if __name__ == "__main__":
    main()
