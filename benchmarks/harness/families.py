"""Kernels of growing size, for fits of time against size.

`synthetic` holds the five families with which protocol-based verification was measured before (its
published tool times out at 18 nested synchronised loops); `warps` are compiled kernels whose warps
take roles at named barriers, with the shapes of WEFT's examples; `stress` are random protocols. All
are free of races and must be verified, but the `-racy` ones, which lack one barrier.
"""

import random

from harness.foreign import FOREIGN


def kernel(body):
    return ("__global__ void k(const int *a, int *b, int n)\n{\n"
            "  __shared__ int s[1024];\n  int t = threadIdx.x, sum = 0;\n" + body +
            "  b[blockIdx.x * blockDim.x + t] = sum;\n}\n")


def accesses(n):
    return kernel("".join(f"  s[t] = a[blockIdx.x * blockDim.x + t] + {i};\n" for i in range(n)))


def barriers(n):
    """Written by the owner, read by the neighbour, a barrier between each."""
    steps = []
    for i in range(n):
        steps.append(f"  s[t] = {i};\n" if i % 2 == 0 else "  sum += s[(t + 1) % blockDim.x];\n")
        steps.append("  __syncthreads();\n")
    return kernel("".join(steps))


def conditionals(n):
    return kernel("".join(f"  if (n > {i})\n    s[t] = {i};\n" for i in range(n)))


def nested(n, innermost):
    opens = "".join(f"{'  ' * (i + 1)}for (int i{i} = 0; i{i} < n; i{i}++) {{\n" for i in range(n))
    inside = "".join("  " * (n + 1) + line + "\n" for line in innermost)
    return kernel(opens + inside + "".join("  " * (n - i) + "}\n" for i in range(n)))


def unsynchronised_loops(n):
    return nested(n, [f"s[t] = i{n - 1};"])


def synchronised_loops(n):
    return nested(n, ["s[t] = n;", "__syncthreads();", "sum += s[(t + 1) % blockDim.x];",
                      "__syncthreads();"])


# --- random protocols ---------------------------------------------------------------------------

def protocol(rng, n, depth):
    """Lines of n phases: a phase writes the thread's own cell and, behind a barrier, reads its
    neighbour's. Loops and conditions around phases are the same for all threads."""
    lines, indent = [], "  " * (depth + 1)
    while n > 0:
        part = rng.randint(1, n)
        shape = rng.choice(["phase", "phase", "loop", "condition"]) if depth < 6 else "phase"
        if shape == "phase" or part < 2:
            step = rng.randint(1, 7)
            lines += [f"{indent}s[t] = sum + {n};", f"{indent}__syncthreads();",
                      f"{indent}sum += s[(t + {step}) % blockDim.x];", f"{indent}__syncthreads();"]
            n -= 1
            continue
        head = (f"for (int i{depth} = {rng.randint(0, 2)}; i{depth} < n; i{depth} += {rng.randint(1, 3)})"
                if shape == "loop" else f"if (n > {rng.randint(0, 4)})")
        lines += [f"{indent}{head} {{", *protocol(rng, part, depth + 1), f"{indent}}}"]
        n -= part
    return lines


def random_protocol(n, racy=False):
    rng = random.Random(n)
    lines = protocol(rng, n, 0)
    if racy:  # the barrier between a write and the read of the neighbour
        places = [i - 1 for i, line in enumerate(lines) if "sum +=" in line]
        del lines[rng.choice(places)]
    return kernel("".join(line + "\n" for line in lines))


# --- warps that take roles ------------------------------------------------------------------------

HEADER = """.version 6.4
.target sm_75
.address_size 64
.file 1 "k.cu"

.visible .entry _Z1kPf(
	.param .u64 _Z1kPf_param_0
)
.maxntid {threads}, 1, 1
{{
	.reg .pred %p<8>;
	.reg .b32 %r<24>;
	.shared .align 4 .b8 _ZZ1kPfE1s[{bytes}];
	.loc 1 1 1
	mov.u32 %r1, %tid.x;
	mov.u32 %r2, _ZZ1kPfE1s;
	shr.u32 %r3, %r1, 5;
	mov.u32 %r4, 0;
"""


def ring(tiles, stages=2, producers=1, consumers=1):
    """Producers fill a ring of `stages` slots of 128 bytes, consumers empty it: barrier i says that
    slot i is full, barrier `stages` + i that it is free again."""
    threads, count = 32 * (producers + consumers), 32 * (producers + consumers)
    lines = [HEADER.format(threads=threads, bytes=128 * stages).rstrip("\n"),
             f"	setp.ge.u32 %p1, %r3, {producers};", "	and.b32 %r5, %r1, 31;", "	shl.b32 %r5, %r5, 2;",
             "	add.s32 %r6, %r2, %r5;", "	@%p1 bra CONSUME;"]
    for role, (first, access, second) in {
            "PRODUCE": ("sync {free}", "st.shared.u32 [%r6+{offset}], %r4;", "arrive {full}"),
            "CONSUME": ("sync {full}", "ld.shared.u32 %r7, [%r6+{offset}];", "arrive {free}")}.items():
        lines.append(f"{role}:")
        if role == "CONSUME":
            lines += [f"	bar.arrive {stages + slot}, {count};" for slot in range(stages)]
        lines.append(f"{role}_LOOP:")
        for slot in range(stages):
            words = {"free": stages + slot, "full": slot, "offset": 128 * slot}
            one = access.format(**words)
            lines += [f"	bar.{first.format(**words)}, {count};"]
            # of several producers one stores; the others only take part
            lines += ["	setp.ne.u32 %p3, %r3, 0;", f"	@!%p3 {one}"] if role == "PRODUCE" else [f"	{one}"]
            lines += [f"	bar.{second.format(**words)}, {count};"]
        lines += ["	add.s32 %r4, %r4, 1;", f"	setp.lt.u32 %p2, %r4, {tiles // stages};", f"	@%p2 bra {role}_LOOP;"]
        # whoever is still to be told that a slot is free
        lines += [f"	bar.sync {stages + slot}, {count};" for slot in range(stages) if role == "PRODUCE"]
        lines.append("	ret;")
    return "\n".join(lines) + "\n}\n"


def ring_tiles(n):
    return ring(2 * n)


def ring_warps(n):
    return ring(16, consumers=n)


def reduction_rounds(n):
    """Rounds of a tree over eight warps: in each, all write, half of them read the others'."""
    lines = [HEADER.format(threads=256, bytes=1024).rstrip("\n"),
             "	shl.b32 %r5, %r1, 2;", "	add.s32 %r6, %r2, %r5;", "LOOP:"]
    lines += ["	st.shared.u32 [%r6], %r4;", "	bar.sync 0;"]
    half = 128
    while half >= 32:
        lines += [f"	setp.ge.u32 %p1, %r1, {half};", f"	@!%p1 ld.shared.u32 %r7, [%r6+{4 * half}];",
                  "	@!%p1 ld.shared.u32 %r8, [%r6];", "	bar.sync 0;",
                  "	@!%p1 st.shared.u32 [%r6], %r7;", "	bar.sync 0;"]
        half //= 2
    lines += ["	add.s32 %r4, %r4, 1;", f"	setp.lt.u32 %p2, %r4, {n};", "	@%p2 bra LOOP;", "	ret;"]
    return "\n".join(lines) + "\n}\n"


# --- suites ---------------------------------------------------------------------------------------

SYNTHETIC = {"accesses": accesses, "barriers": barriers, "conditionals": conditionals,
             "unsynchronised-loops": unsynchronised_loops, "synchronised-loops": synchronised_loops}
WARPS = {"ring-tiles": ring_tiles, "ring-warps": ring_warps, "reduction-rounds": reduction_rounds}
STRESS = {"random-protocol": random_protocol, "random-protocol-racy": lambda n: random_protocol(n, True)}


def files(families, sizes, suffix, expected="verified", **fields):
    return [{"path": f"{name}-{n}{suffix}", "text": make(n), "family": name, "size": n,
             **({"expected": "refuted", "kinds": ["race"]} if name.endswith("-racy") else {"expected": expected}),
             **fields} for name, make in families.items() for n in sizes if n <= LARGEST.get(name, n)]


# A block holds 1,024 threads.
LARGEST = {"ring-warps": 31}
SIZED = {  # suite: (families, sizes unless others are asked for, ending)
    "synthetic": (SYNTHETIC, range(1, 51), ".cu"),
    "synthetic-large": (SYNTHETIC, [1, 2, 5, 10, 20, 50, 100, 200, 300, 400, 500, 700, 1000], ".cu"),
    "foreign": (FOREIGN, [100, 200, 300, 500, 700, 1000, 1500, 2000], ".cu"),
    "warps": (WARPS, [1, 2, 4, 8, 16, 31, 64, 128, 256, 512, 1024, 2048], ".ptx"),
    "stress": (STRESS, [1, 2, 3, 5, 8, 12, 16, 24, 32, 48, 64], ".cu"),
}


def suite(name, sizes=None):
    families, usual, suffix = SIZED[name]
    return {"version": 1, "suite": name, "root": ".", "source": "by construction",
            "files": files(families, sizes or usual, suffix)}
