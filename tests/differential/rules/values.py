"""Values that are followed: ballots, shuffles, tickets, parts of vectors, tables, what atomics leave."""
from case import Case, choose, damaged, some

HEAD = "  int i = blockIdx.x * blockDim.x + threadIdx.x;"
WARPS = ([(32,), (64,)], [(1,), (2,)])
ANY = ([(1,), (4,), (8,), (33,), (64,)], [(1,), (2,), (3,)])


def ranks(rng):
    """Places by ballots and counts."""
    before = rng.choice(["(1u << lane) - 1", "~(0xffffffff << lane)", "0xffffffff >> 1 >> (31 - lane)"])
    worse = ["(2u << lane) - 2", "(1u << lane)", "0xffffffff << lane", "(1u << lane / 2) - 1", "0x7fffffff >> (31 - lane)"]
    guard = rng.choice(["in[i] > 3", "in[i] & 1", "in[i] % 3 == 0", "i % 3 == 1", "i < n && in[i] < 10"])
    body = ["  __requires({{blockDim.x % 32 == 0~~blockDim.x % 16 == 0}});", HEAD, "  int lane = threadIdx.x {{& 31~~& 15~~% 33}};", "  bool p = %s;" % guard,
            "  unsigned m = __ballot_sync(0xffffffff, {{p~~i > 2~~true}});" % (), "  int rank = __popc(m & ({{%s~~%s}}));" % (before, rng.choice(worse))]
    kind = rng.randrange(3)
    if kind == 0:
        body += ["  int base = 0;", "  if (lane == {{0~~1}})", "    base = atomicAdd(count, {{__popc(m)~~1~~__popc(m) - 1}});",
                 "  base = __shfl_sync(0xffffffff, base, {{0~~1}});", "  if ({{p~~true~~!p}})", "    out[base + {{rank~~rank / 2~~0}}] = in[i];"]
    elif kind == 1:
        body += ["  if ({{p~~true}})", "    out[{{(i - lane)~~blockIdx.x * blockDim.x~~(i - lane) / 2}} + {{rank~~rank + lane / 16}}] = in[i];"]
    else:
        body += ["  __shared__ int counts[32];", "  if (lane == 0)", "    counts[threadIdx.x / 32] = __popc(m);", "  {{__syncthreads();~~}}", "  int base = 0;", "  for (int w = 0; w {{<~~<=}} threadIdx.x / 32; ++w)", "    base += counts[w];",
                 "  if (p)", "    out[blockIdx.x * blockDim.x + base + rank] = in[i];"]
    return body, WARPS


def elected(rng):
    """One lane or one thread of several."""
    kind = rng.randrange(4)
    if kind == 0:
        return ["  __requires(blockDim.x % 32 == 0);", HEAD, "  int lane = threadIdx.x & 31;", "  unsigned m = __ballot_sync(0xffffffff, in[i] > 3);",
                "  if ({{lane == __ffs(m) - 1~~lane >= __ffs(m) - 1~~lane == 31 - __clz(m) || lane == __ffs(m) - 1~~lane != __ffs(m) - 1}})", "    out[i / 32] = in[i];"], WARPS
    if kind == 1:
        return ["  __shared__ int s;", HEAD, "  if (threadIdx.x == 0)", "    s = 1000;", "  {{__syncthreads();~~}}", "  if (in[i] {{>~~>=}} 3)", "    atomicMin(&s, {{threadIdx.x~~threadIdx.x / 2}});", "  {{__syncthreads();~~}}",
                "  if (s {{==~~<=~~!=}} threadIdx.x)", "    out[blockIdx.x] = in[i];"], ANY
    if kind == 2:
        claim = rng.choice(["atomicCAS(&flag[h], 0, {{1~~0}}) == 0", "atomicExch(&flag[h], {{1~~0}}) == 0", "atomicAdd(&flag[h], {{1~~0}}) {{==~~>=}} 0", "atomicAdd(&flag[h], 1) == {{0~~h}}", "(atomicOr(&flag[h], {{1~~0}}) & 1) == 0"])
        return [HEAD, "  int h = in[i] & 7;", "  if (%s)" % claim, "    out[{{h~~h / 2}}] = i;"], ANY
    return [HEAD, "  int h = in[i] {{& 7~~& 3}};", "  int old = atomicMax(&flag[h], {{i + 1~~i / 2 + 1}});", "  if ({{old == i + 1~~old < i + 1}})", "    out[h] = i;"], ANY


def tickets(rng):
    """Numbers that are drawn."""
    kind = rng.randrange(6)
    k = rng.choice([2, 3, 4])
    if kind == 0:
        return [HEAD, "  if (i < n) {", "    int p = atomicAdd(count, {{1~~0}});", "    out[{{p~~p / 2~~p & 3~~p %% %d}}] = in[i];" % k, "  }"], ANY
    if kind == 1:
        return [HEAD, "  int p = atomicAdd(count, {{%d~~%d}});" % (k, k - 1), "  for (int j = 0; j {{<~~<=}} %d; ++j)" % k, "    out[p + j] = in[i];"], ANY
    if kind == 2:
        return [HEAD, "  int c = in[i] & 3;", "  int p = atomicAdd(count, {{c~~1~~c - 1}});", "  for (int j = 0; j {{<~~<=}} c; ++j)", "    out[p + j] = in[i];"], ANY
    if kind == 3:
        return ["  __shared__ int c;", HEAD, "  for (int r = 0; r < {{2~~3}}; ++r) {", "    if (threadIdx.x == 0)", "      c = 0;", "    {{__syncthreads();~~}}", "    if (in[i + r] & 1) {", "      int p = atomicAdd(&c, 1);",
                "      out[(blockIdx.x * 2 + r) * {{blockDim.x~~4}} + p] = in[i];", "    }", "    {{__syncthreads();~~}}", "  }"], ANY
    if kind == 4:
        return ["  __shared__ int s[64];", "  __shared__ int c;", HEAD, "  if (threadIdx.x == 0)", "    c = 0;", "  {{__syncthreads();~~}}", "  if (in[i] & 1) {", "    int p = atomicAdd(&c, 1);", "    s[p] = in[i];", "  }", "  {{__syncthreads();~~}}",
                "  if (threadIdx.x < c)", "    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];"], ANY
    return [HEAD, "  int h = in[i] & 3;", "  int p = atomicAdd(&flag[h], {{1~~2~~0}});", "  if (p < 16)", "    out[{{h * 16~~h * 15~~16}} + p] = in[i];"], ([(8,), (16,)], [(1,), (2,)])


def shuffles(rng):
    """Numbers that other lanes bring."""
    op = rng.choice(["__shfl_xor_sync(0xffffffff, v, %d)" % rng.choice([1, 2, 7, 16, 31]), "__shfl_sync(0xffffffff, v, {{31 - lane~~31 - lane / 2~~lane & 30}})", "__shfl_sync(0xffffffff, v, {{(lane + 1) % 32~~lane + 1 & 30}})",
                     "__shfl_sync(0xffffffff, v, lane ^ {{5~~lane}})", "{{__shfl_xor_sync~~__shfl_up_sync~~__shfl_down_sync}}(0xffffffff, v, 1)"])
    v = rng.choice(["i", "i * 2", "i + 3", "threadIdx.x + blockIdx.x * blockDim.x", "i ^ 1"])
    body = ["  __requires(blockDim.x % 32 == 0);", HEAD, "  int lane = threadIdx.x & 31;", "  int v = {{%s~~i / 2~~lane}};" % v, "  int o = %s;" % op]
    if rng.random() < 0.4:
        body += ["  int b = __shfl_sync(0xffffffff, i, {{0~~lane}});", "  out[{{b + lane~~b + lane / 2~~b}}] = o;"]
    else:
        body += ["  out[{{o~~o / 2~~min(o, v)~~max(o, v)}}] = in[i];"]
    return body, WARPS


def tables(rng):
    """Local arrays, tables of functions, numbers packed and unpacked, parts of vectors."""
    kind = rng.randrange(7)
    p = rng.sample(range(4), 4)
    if kind == 0:
        bad = list(p)
        bad[0] = bad[1]
        return [HEAD, "  int a[4] = { %s };" % ", ".join("{{%d~~%d}}" % x for x in zip(p, bad)), "  out[i / 4 * 4 + a[i & 3]] = in[i];"], ANY
    if kind == 1:
        return [HEAD, "  int a[4];", "  for (int j = 0; j < 4; ++j)", "    a[j] = {{(j * 3 + %d) %% 4~~(j * 2 + 1) %% 4~~j * 3 / 4}};" % p[0], "  out[i / 4 * 4 + a[i & 3]] = in[i];"], ANY
    if kind == 2:
        return [HEAD, "  F table[2] = {f@, g@};", "  out[table[i & 1](i)] = in[i];"], ANY
    if kind == 3:
        return [HEAD, "  F h = n > 2 ? f@ : g@;", "  out[h(i)] = in[i];"], ANY
    if kind == 4:
        return [HEAD, "  unsigned w = (i << 8) | {{(i & 255)~~(i & 15)}};", "  out[{{w >> 8~~w & 255~~w >> 9~~w & 127}}] = in[i];"], ([(32,), (64,)], [(1,), (3,), (9,)])
    if kind == 5:
        return [HEAD, "  %s c = i;" % rng.choice(["unsigned short", "short", "int", "unsigned char", "unsigned char"]), "  if (i < {{256~~300~~257}})", "    out[c] = in[i];"], ([(64,), (100,)], [(1,), (3,), (5,)])
    body = [HEAD, "  int2* q = (int2*)out;", "  int2 v;", "  v.x = {{2 * i~~i}};", "  v.y = {{2 * i + 1~~i + 1~~2 * i + 2}};"]
    return body + (["  out[v.x] = in[i];", "  out[v.y] = in[i + 1];"] if rng.random() < 0.5 else ["  q[{{v.x / 2~~v.x / 4~~v.y / 4}}].x = in[i];", "  out[{{v.y~~v.x + 2}}] = in[i];"]), ANY


def scans(rng):
    """Sums that are places."""
    up = rng.choice(["{{<~~<=}} threadIdx.x", "< {{threadIdx.x~~threadIdx.x / 2}}"])
    if rng.random() < 0.5:
        return ["  __shared__ int c[64];", HEAD, "  c[threadIdx.x] = in[i] & 3;", "  {{__syncthreads();~~}}", "  int base = 0;", "  for (int j = 0; j %s; ++j)" % up, "    base += c[j];",
                "  for (int j = 0; j {{<~~<=}} c[threadIdx.x]; ++j)", "    out[blockIdx.x * {{blockDim.x * 3~~64}} + base + j] = in[i];"], ANY
    return ["  __shared__ int c[65];", HEAD, "  if (threadIdx.x == 0) {", "    c[0] = 0;", "    for (int j = 0; j < blockDim.x; ++j)", "      c[j + 1] = c[j] + {{(in[blockIdx.x * blockDim.x + j] & 3)~~in[blockIdx.x * blockDim.x + j] - 3}};", "  }", "  {{__syncthreads();~~}}",
            "  for (int j = c[threadIdx.x]; j {{<~~<=}} c[threadIdx.x + 1]; ++j)", "    out[blockIdx.x * blockDim.x * 3 + j] = in[i];"], ANY


def contents(rng, _):
    most = rng.choice([2, 4, 8, 24])
    return {"in": [rng.randrange(most) for _ in range(640)]}


def generate(rng):
    body, (blocks, grids) = rng.choice([ranks, ranks, elected, tickets, tickets, shuffles, tables, tables, scans])(rng)
    before = ["typedef int (*F)(int);", "__device__ int f@(int i) {", "  return {{2 * i~~i}};", "}", "__device__ int g@(int i) {", "  return {{2 * i + 1~~2 * i + 2~~i + 1}};", "}"] if any("f@" in line for line in body) else []
    template = "\n".join(before + ["__global__ void k@(int* out, const int* in, int* count, int* flag, int n) {"] + body + ["}"])
    damage = rng.random() < 0.5
    own = rng.random() < 0.7
    text = choose(rng, template, damage and own)
    if damage and not own:
        text = damaged(rng, text)
    # Counters and flags begin at 0.
    start = lambda r, s: {**contents(r, s), "count": [0] * 640, "flag": [0] * 8}
    return Case("values", text, some(10, blocks, grids, {"n": [0, 1, 3, 8, 40, 100]}, start), held=("in", "count", "flag"))
