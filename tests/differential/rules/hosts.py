"""Hosts whose arithmetic makes block, grid and arguments; what they pass is what running them passes."""
from arithmetic import Undefined
from case import Case, Launch, choose, damaged, pad
from machine import Array, Thread

MOST = 2048  # threads of a launch that is run


class Left(Exception):
    """The program ends."""


class Host(Thread):
    def __init__(self, program, numbers):
        self.run, self.numbers, self.launches, self.steps, self.lossy = self, numbers, [], 0, False
        self.program, self.argc = program, 1 + len(numbers)

    def tick(self):
        self.steps += 1
        if self.steps > 5000:
            raise Undefined("too long")

    def argv(self, i):
        if not 1 <= i < self.argc:
            raise Undefined("no such argument")
        return self.numbers[i - 1]

    def fresh(self, name, unit):
        return Array(name, unit), 0

    def exit(self):
        raise Left

    def launch(self, name, given, grid, block, arguments, _=0):
        sizes = [pad(v) if isinstance(k, tuple) else (int(v) & 0xffffffff, 1, 1) for v, k in (grid, block)]
        self.launches.append((name, given, *sizes, arguments))


def launched(case, entry, inputs, many):
    """Launches that the host makes for some inputs."""

    def make(rng):
        seen, tried = set(), list(inputs)
        rng.shuffle(tried)
        for numbers in tried:
            host = Host(case.program, numbers)
            code = case.program.run(entry, [])
            function = case.program.functions[entry]
            passed = []
            for kind, name in function[4] if entry == "go" else ():
                passed.append(host.fresh(name, 4) if isinstance(kind, tuple) else numbers[len([p for p in passed if not isinstance(p, tuple)])])
            try:
                for _ in code(host, *([0, 0] if entry != "go" else passed)):
                    pass
            except (Undefined, Left):
                continue  # where C++ says nothing; what the host did before it left is not looked at
            for name, given, grid, block, arguments in host.launches:
                if not 0 < block[0] * block[1] * block[2] <= 1024 or block[2] > 64 or 0 in grid or max(grid[1:]) > 65535:
                    continue
                names = [(k, n) for k, n in case.parameters]
                scalars = {n: a for (k, n), a in zip(names, arguments) if not isinstance(k, tuple)}
                key = (grid, block, tuple(scalars.items()), tuple(given))
                total = grid[0] * grid[1] * grid[2] * block[0] * block[1] * block[2]
                if key in seen or total > MOST:
                    continue
                seen.add(key)
                if len(seen) < many:
                    yield Launch(grid, block, scalars, None, given)

    return make


KINDS = ["int", "int", "int", "unsigned", "size_t", "long long", "short", "unsigned char", "unsigned short"]


def number(rng, names, depth=2):
    """Some arithmetic of the host."""
    if depth == 0 or rng.random() < 0.2:
        return rng.choice([rng.choice(names), rng.choice(names), str(rng.randrange(1, 9)), str(rng.choice([16, 32, 64, 100, 255, 256]))])
    a, b = number(rng, names, depth - 1), number(rng, names, depth - 1)
    d = rng.choice([2, 3, 4, 5, 7, 8, 16, 32, 64])
    return rng.choice([
        "(%s + %s)" % (a, b), "(%s - %s)" % (a, b), "%s * %d" % (par(a), rng.randrange(1, 10)), "%s * %s" % (par(a), par(b)), "%s / %d" % (par(a), d), "%s %% %d" % (par(a), d),
        "(%s + %d) / %d" % (a, d - 1, d), "(%s << %d)" % (a, rng.randrange(0, 4)), "(%s >> %d)" % (a, rng.randrange(0, 4)),
        "min<int>(%s, %s)" % (a, b), "max<int>(%s, %s)" % (a, b), "(%s)%s" % (rng.choice(KINDS), par(a)), "(%s & %d)" % (a, rng.choice([1, 3, 7, 15, 255])),
        "(%s > %s ? %s : %s)" % (a, rng.choice(names), b, a), "%s / %s" % (par(a), rng.choice(names)), "%s %% %s" % (par(a), rng.choice(names)),
        "(%s | %d)" % (a, rng.randrange(1, 9)), "(%s ^ %d)" % (a, rng.randrange(1, 9))])


def par(text):
    return "(%s)" % text


def steps(rng, names):
    """Statements that make further numbers of those by these names."""
    lines = []
    for i in range(rng.choice([1, 2, 2, 3])):
        name = "v%d" % i
        kind = rng.choice(KINDS)
        shape = rng.randrange(7)
        if shape < 4:
            lines.append("  %s %s = %s;" % (kind, name, number(rng, names)))
        elif shape == 4:
            lines += ["  %s %s = %s;" % (kind, name, rng.choice(names)), "  if (%s %s %d) %s %s %s;" % (
                rng.choice(names), rng.choice(["<", ">", "==", "!="]), rng.choice([1, 2, 10, 64]), name, rng.choice(["=", "+=", "-=", "*="]), number(rng, names, 1))]
        elif shape == 5:
            lines += ["  %s %s = 1;" % (kind, name), "  while (%s < %s) %s *= 2;" % (name, rng.choice(names), name)]
        else:
            lines += ["  %s %s = 0;" % (kind, name), "  for (int q = 0; q < %d; ++q) %s += %s;" % (rng.randrange(1, 5), name, number(rng, names + ["q"], 1))]
        names = names + [name]
    return lines, names


def entry(rng):
    """The host's head, its inputs' range, and names of them."""
    two = rng.random() < 0.4
    low, high = rng.choice([0, 1, 1, 2, 16]), rng.choice([40, 100, 300])
    if two:
        high = min(high, 24) + low
    names = ["n", "m"] if two else ["n"]
    whole = []
    if rng.random() < 0.5:
        name = rng.choice(["main", "program", "program", "program"])
        head = "int %s(int argc, char** argv) {" % (name + "@" * (name != "main"))
        for i, v in enumerate(names):
            whole += ["  int %s = argc > %d ? atoi(argv[%d]) : %d;" % (v, i + 1, i + 1, low + 4)]
        leave, pointers = "return 1", ["  float* d = nullptr;", "  float* s = nullptr;", "  cudaMalloc(&d, 4096);", "  cudaMalloc(&s, 4096);"]
    else:
        head = "void go@(float* d, const float* s, %s) {" % ", ".join("int " + v for v in names)
        leave, pointers, name = "return", [], "go"
    for v in names:
        whole.append("  if (%s < %d || %s > %d) %s;" % (v, low, v, high, leave))
    inputs = [(a, b) for a in range(low - 2, high + 2) for b in range(low - 2, high + 2)] if two else [(a,) for a in range(low - 3, high + 4)]
    return head, whole + pointers, name, names, inputs


def passes(rng):
    """A kernel that races where the host passes one of some numbers."""
    head, checks, name, names, inputs = entry(rng)
    lines, names = steps(rng, names)
    value = names[-1] if rng.random() < 0.7 else number(rng, names, 1)
    kind = rng.choice(["int", "int", "unsigned", "long long"])
    relation, c = rng.choice([("==", rng.choice([0, 1, 2, 3, 5, 8, 12, 16, 24, 31, 64, 100, 255])), ("<", rng.choice([0, 1, 2, 4])), (">", rng.choice([10, 50, 100, 255, 500, 1000])),
                              (" % 4 ==", rng.randrange(4)), (" % 8 !=", 0), (" % 3 ==", rng.randrange(3))])
    kernel = ["__global__ void k@(float* out, const float* in, %s v) {" % kind, "  if (v%s %s) out[0] = in[threadIdx.x];" % (relation, c), "}"]
    return kernel, head, checks + lines + ["  k@<<<1, 32>>>(d, s, %s);" % value], name, inputs


KERNELS = [
    (["  int i = blockIdx.x * blockDim.x + threadIdx.x;", "  out[blockIdx.x * v + threadIdx.x] = in[i];"], ["b", "b + 1", "b - 1", "max<int>(b, 4)"], 1),
    (["  int i = blockIdx.x * blockDim.x + threadIdx.x;", "  out[threadIdx.x * v + blockIdx.x] = in[i];"], ["g", "g + 1", "g - 1"], 1),
    (["  int i = blockIdx.x * blockDim.x + threadIdx.x;", "  out[i % v] = in[i];"], ["g * b", "g * b + 1", "g * b - 1", "b"], 1),
    (["  int i = blockIdx.x * blockDim.x + threadIdx.x;", "  if (i < v) out[i & 63] = in[i];"], ["min<int>(n, 64)", "n", "64", "n / 2"], 1),
    (["  int i = blockIdx.x * blockDim.x + threadIdx.x;", "  for (int j = i; j < 200; j += v)", "    out[j] = in[i];"], ["g * b", "g * b - 1", "b", "b * g + b"], 1),
    (["  int i = blockIdx.x * blockDim.x + threadIdx.x;", "  for (int j = 0; j < v; ++j)", "    out[i * 8 + j] = in[j];"], ["min<int>(n, 8)", "n % 8", "n % 8 + 1", "n & 7", "8", "9"], 1),
    (["  int i = blockIdx.x * blockDim.x + threadIdx.x;", "  if (i < v) out[i] = out[i + 128];"], ["min<int>(n, 128)", "n", "n / 2", "(unsigned char)n / 2"], 1),
    (["  __shared__ float s[2048];", "  s[threadIdx.x] = in[threadIdx.x];", "  if (threadIdx.x < v) s[threadIdx.x + 64] = in[threadIdx.x];", "  __syncthreads();", "  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];"],
     ["min<int>(b, 8)", "b - 64", "0", "n"], 1),
    (["  int x = blockIdx.x * blockDim.x + threadIdx.x;", "  int y = blockIdx.y * blockDim.y + threadIdx.y;", "  out[y * v + x] = in[x];"], ["g * b", "g * b + 3", "g * b - 1", "b"], 2),
    (["  int x = blockIdx.x * blockDim.x + threadIdx.x;", "  int y = blockIdx.y * blockDim.y + threadIdx.y;", "  if (x < v) out[y * v + x] = in[x];"], ["n", "b", "g"], 2),
]
BLOCKS = ["8", "16", "32", "min<int>(n, 32)", "n < 32 ? n : 32", "max<int>(n / 4, 1)", "1 << 3", "n > 20 ? 16 : 8", "(n + 7) / 8 * 8", "(n | 1) & 31", "32 - n % 8", "4 * (n % 3 + 1)"]
GRIDS = ["(n + b - 1) / b", "n / b", "n / b + 1", "min<int>((n + b - 1) / b, 4)", "(n + 15) / 16", "1 + (n - 1) / b", "(n - 1 + b) >> 4", "2", "max<int>(n / b, 1)", "(unsigned char)(n * 16) / 16 + 1", "n % 4 + 1"]


def fits(rng):
    """A kernel that is right for sizes that fit."""
    head, checks, name, names, inputs = entry(rng)
    body, values, dims = rng.choice(KERNELS)
    kind = rng.choice(["int", "unsigned", "int", "long long"])
    block, grid = rng.choice(BLOCKS), rng.choice(GRIDS)
    number_ = rng.choice(["int", "int", "int", "unsigned", "const int", "size_t", "long long"])
    lines = ["  %s b = %s;" % (number_, block), "  %s g = %s;" % (rng.choice(["int", "int", "unsigned", "long long"]), grid)]
    launch = "g, b" if dims == 1 else "grid, block"
    if dims == 2:
        lines += ["  dim3 block(b, %s);" % rng.choice(["4", "2", "b"]), "  dim3 grid(g, %s);" % rng.choice(["2", "1", "g"])]
    value = values[0] if rng.random() < 0.6 else rng.choice(values)
    lines += ["  int v = %s;" % value, "  k@<<<%s>>>(d, s, v);" % launch]
    return ["__global__ void k@(float* out, const float* in, %s v) {" % kind] + body + ["}"], head, checks + lines, name, inputs


def generate(rng):
    kernel, head, lines, name, inputs = rng.choice([passes, fits])(rng)
    host = [head] + lines + ["}"]
    if rng.random() < 0.3:
        host = damaged(rng, "\n".join(host)).split("\n")
    text = "#include <cstdlib>\n#include <algorithm>\nusing namespace std;\n" + "\n".join(kernel + host)
    case = Case("hosts", text)
    case.alone = name == "main"
    case.make = launched(case, name, inputs, 40)
    return case
