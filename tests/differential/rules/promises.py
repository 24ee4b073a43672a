"""Contracts on contents: as strong as the kernel needs them, or a little too weak."""
import re

from case import Case, Launch, choose, damaged

HEAD = "  int i = blockIdx.x * blockDim.x + threadIdx.x;"

# Contracts, bodies; the arrays are S and O.
SHAPES = [
    (["{{distinct(S)~~monotone(S)~~}}"], ["  if (i < n)", "    out[{{S[i]~~S[i] / 2~~S[i] & 3}}] = i;"]),
    (["{{\"forall i, j: i < j -> S[i] < S[j]\"~~\"forall i, j: i < j -> S[i] <= S[j]\"~~\"forall i, j: i < j -> S[i] < S[j] + 1\"~~\"forall i: S[i] <= S[i + 1]\"}}"],
     ["  if (i < n)", "    out[S[i]] = i;"]),
    (["{{\"forall i: S[i] < S[i + 1]\"~~\"forall i: S[i] <= S[i + 1]\"~~\"forall i: S[i] != S[i + 1]\"~~\"forall i: S[i] < S[i + 2]\"}}"], ["  if (i < n)", "    out[S[i]] = i;"]),
    (["{{monotone(S)~~}}"], ["  if (i < n)", "    for (int j = S[i]; j {{<~~<=}} S[i + 1]; ++j)", "      out[j] = i;"]),
    (["{{scan(S, O)~~monotone(S)~~range(O, 0, 3)}}"], ["  if (i < n)", "    for (int j = 0; j {{<~~<=}} O[i]; ++j)", "      out[S[i] + j] = i;"]),
    (["{{\"forall i, j: i < j -> S[i] + O[i] <= S[j]\"~~\"forall i, j: i < j -> S[i] + O[i] <= S[j] + 1\"~~\"forall i, j: i < j -> S[i] <= S[j]\"~~\"forall i: S[i] + O[i] <= S[i + 1] + 1\"}}", "{{~~range(O, -1, 3)}}"],
     ["  if (i < n)", "    for (int j = 0; j < O[i]; ++j)", "      out[S[i] + j] = i;"]),
    (["{{\"forall i, j: i != j -> S[i] + O[i] <= S[j] || S[j] + O[j] <= S[i]\"~~\"forall i, j: i != j -> S[i] + O[i] < S[j] || S[j] <= S[i]\"}}", "{{range(O, 0, 4)~~range(O, -2, 4)}}"],
     ["  if (i < n)", "    for (int j = 0; j < O[i]; ++j)", "      out[S[i] + j] = i;"]),
    (["{{range(S, 0, 4)~~range(S, 0, 5)~~range(S, -1, 4)}}", "{{distinct(O)~~\"forall i, j: i < j -> O[i] <= O[j]\"}}"], ["  if (i < n)", "    out[O[i] * {{4~~3}} + S[i]] = i;"]),
    (["{{range(S, 0, m)~~range(S, 0, m + 1)~~}}"], ["  if (i < n)", "    out[i * m + S[i]] = i;"]),
    (["{{permutation(S, n)~~permutation(S, m)~~range(S, 0, n)}}"], ["  if (i < {{n~~n + 1~~m}})", "    out[S[i]] = i;"]),
    (["{{permutation(S, n)~~permutation(S, n - 1)}}", "{{distinct(O)~~monotone(O)}}"], ["  if (i < n)", "    out[O[S[i]]] = i;"]),
    (["{{distinct(S)~~}}", "{{range(S, 0, 7)~~}}"], ["  if (i < n)", "    out[S[i]] = out[S[i]] + {{1~~out[S[i] + 7]~~out[i + 7]~~out[i]}};"]),
    (["{{monotone(S)~~range(S, 0, 5)}}"], ["  if (i < n && (i == 0 || S[i] {{!=~~>=}} S[i - 1]))", "    out[S[i]] = i;"]),
    (["{{monotone(S)~~}}"], ["  if (i < n && S[i] {{<~~<=}} S[i + 1])", "    out[S[{{i~~i + 1}}]] = i;"]),
    (["{{\"forall i, j: i != j -> S[i] % 4 != S[j] % 4\"~~\"forall i, j: i != j -> S[i] % 8 != S[j] % 8\"}}", "{{range(S, 0, 64)~~range(S, -64, 64)}}"], ["  if (i < n)", "    out[S[i] {{% 4~~& 3~~/ 4}}] = i;"]),
    (["{{\"forall i, j: i != j -> S[i] != S[j] || O[i] != O[j]\"~~\"forall i, j: i < j -> S[i] != S[j] || O[i] <= O[j]\"}}", "{{range(O, 0, 4)~~range(O, 0, 5)~~range(O, -1, 3)}}"], ["  if (i < n)", "    out[S[i] * 4 + O[i]] = i;"]),
    (["{{\"forall i, j: S[i] < O[j]\"~~\"forall i: S[i] < O[i]\"~~\"forall i, j: S[i] <= O[j]\"}}", "{{distinct(S)~~}}"], ["  if (i < n)", "    out[S[i]] = out[O[i]];"]),
    (["{{\"forall i: S[i] == 2 * i\"~~\"forall i: S[i] >= 2 * i\"~~\"forall i: S[i] <= 2 * i\"}}"], ["  if (i < n) {", "    out[S[i]] = i;", "    out[S[i] + 1] = i;", "  }"]),
    (["{{\"forall i: i <= S[i] && S[i] <= i\"~~\"forall i: i <= S[i] && S[i] <= i + 1\"}}"], ["  if (i < n)", "    out[S[i]] = i;"]),
    (["{{\"forall i: S[i + 1] == S[i] + O[i] && O[i] >= 0\"~~\"forall i: S[i + 1] >= S[i] + O[i]\"~~\"forall i: S[i + 1] == S[i] + O[i]\"}}"], ["  if (i < n)", "    for (int j = S[i]; j < {{S[i] + O[i]~~S[i + 1] + 1}}; ++j)", "      out[j] = i;"]),
    (["{{distinct(S)~~}}"], ["  if (i < n && S[i] {{==~~>=}} m)", "    out[0] = i;"]),
    (["{{\"forall i: S[i] == 0 || S[i] == 1\"~~\"forall i: S[i] >= 0\"}}"], ["  if (i < n)", "    out[2 * i + {{S[i]~~1 - S[i]~~2 * S[i]}}] = i;"]),
    (["{{range(S, 0, 3)~~range(S, 0, 4)~~range(S, -1, 2)}}"], ["  if (i < n)", "    out[i * 3 + S[i]] = out[i + 40];"]),
    (["{{\"forall i, j: i + 1 < j -> S[i] < S[j]\"~~}}", "{{\"forall i: S[i] != S[i + 1]\"~~}}"], ["  if (i < n)", "    out[S[i]] = i;"]),
]
WHERE = ["parameters", "parameters", "globals"]


def fill(rng, case, launch, most, count):
    """Contents that the contracts allow, found cell by cell, or None."""
    names = case.held
    cells = [(name, i) for i in range(count) for name in names]
    budget = [120]

    def go(at):
        if at == len(cells):
            return True
        name, i = cells[at]
        for v in rng.sample(range(-2, most), 5):
            budget[0] -= 1
            if budget[0] < 0:
                return False
            launch.contents[name][i] = v
            if case.allowed(launch) and go(at + 1):
                return True
        launch.contents[name][i] = None
        return False

    launch.contents = {name: [None] * count for name in names}
    start = regular(rng, names, count)
    if start and rng.random() < 0.4:
        launch.contents = start
        if case.allowed(launch):
            return launch
        launch.contents = {name: [None] * count for name in names}
    return launch if go(0) else None


def regular(rng, names, count):
    """Contents as programs have them."""
    o = [rng.randrange(3) for _ in range(count)]
    s, at = [], rng.randrange(3)
    kind = rng.randrange(4)
    for v in o:
        s.append(at)
        at += v if kind == 0 else rng.randrange(1, 3) if kind == 1 else rng.randrange(3)
    if kind == 3:
        s = rng.sample(range(count), count)
    if rng.random() < 0.2:
        s = [2 * i for i in range(count)]
    if rng.random() < 0.3:
        o = rng.sample(range(count, 2 * count), count)
    return dict(zip(names, (s, o)))


def launches(case):
    def make(rng):
        for seed in range(60):
            block, grid = rng.choice([(2,), (4,), (5,)]), rng.choice([(1,), (1,), (2,)])
            count = rng.choice([2, 3, 4, 5, 7])
            n = rng.choice([1, 2, count - 1, count])
            launch = Launch(grid, block, {"n": n, "m": rng.choice([-1, 0, 1, 2, 3, n, n + 1])}, {}, (), seed)
            if filled := fill(rng, case, launch, rng.choice([3, 5, 8, 12, 30]), count):
                yield filled

    return make


def generate(rng):
    contracts, body = rng.choice(SHAPES)
    template = "\n".join(["  __requires(%s);" % c for c in contracts] + [HEAD] + body)
    damage = rng.random() < 0.55
    own = rng.random() < 0.75
    text = choose(rng, template, damage and own)
    if damage and not own:
        text = damaged(rng, text)
    text = text.replace("  __requires();\n", "")
    where = rng.choice(WHERE) if "i + 7" not in text else "parameters"
    if where == "globals":
        before, parameters = "__device__ int S[64];\n__device__ int O[64];\n", "int* out, int n, int m"
        case_text = before.replace("S[", "S@[").replace("O[", "O@[")
        text = re.sub(r"\b([SO])\b", r"\1@", text)
    else:
        case_text, parameters = "", "int* out, const int* S, const int* O, int n, int m"
    case = Case("promises", case_text + "__global__ void k@(%s) {\n%s\n}" % (parameters, text), held=("S", "O"))
    case.make = launches(case)
    return case
