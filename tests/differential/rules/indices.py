"""Indices: each thread's cells by quotients, remainders, masks, swizzles and what else permutes numbers."""
from case import Case, choose, damaged, some


def stage(rng, v, bits):
    """A text that maps [0, 2^bits) to itself, one to one."""
    n = 1 << bits
    w = 1 << rng.randrange(1, bits)
    low = bits - w.bit_length() + 1
    kinds = [
        "%s ^ %d" % (v, rng.randrange(1, n)),
        "%s %% %d * %d + %s / %d" % (v, w, n // w, v, w),
        "%s * %d & %d" % (v, rng.randrange(1, n, 2), n - 1),
        "%s ^ %s >> 1" % (v, v),
        "%s ^ %s >> %d" % (v, v, rng.randrange(1, bits)),
        "(int)(__brev(%s) >> %d)" % (v, 32 - bits),
        "(%s << %d & %d) | %s >> %d" % (v, bits - low, n - 1, v, low),
        "%s ^ (%s / %d & %d)" % (v, v, w, w - 1),
        "%d - %s" % (n - 1, v),
        "(%s + %d) %% %d" % (v, rng.randrange(1, n), n),
        "(%s & ~%d) | (%s + %d & %d)" % (v, w - 1, v, rng.randrange(1, w + 1), w - 1),
        "%s / %d * %d + (%s %% %d ^ (%s / %d & %d))" % (v, w, w, v, w, v, w, w - 1),
        "(%s & %d) << %d | (%s >> %d)" % (v, w - 1, low, v, bits - low),
        "(%s & %d) * %d + (%s & %d) / %d + (%s & %d)" % (v, 1, n // 2, v, n // 2, n // 2, v, n // 2 - 2) if bits > 1 else v,
        " | ".join("(%s >> %d & 1) << %d" % (v, b, t) for b, t in enumerate(rng.sample(range(bits), bits))),
    ]
    return rng.choice(kinds)


def spread(rng, v, n):
    """One that maps [0, n) elsewhere, one to one."""
    w = rng.choice([2, 3, 4, 5, 7, 8])
    return rng.choice([
        "%s / %d * %d + %s %% %d" % (v, w, w + rng.randrange(0, 3), v, w),
        "%s * %d + %d" % (v, rng.randrange(1, 5), rng.randrange(0, 4)),
        "%s + %s / %d" % (v, v, rng.choice([4, 8, 16])),
        "%s %% %d * %d + %s / %d" % (v, w, (n + w - 1) // w, v, w),
        "%s * (%s + 1) / 2" % (v, v),
        "%s * %s" % (v, v),
        "(%s & 1) | (%s & 2) << 1 | (%s & 4) << 2 | (%s & 8) << 3 | (%s & 16) << 4 | %s >> 5 << 10" % ((v,) * 6),
        "%s + (%s >> 2) + (%s >> 4)" % (v, v, v),
    ])


def chain(rng, v, bits, kind, wide=True):
    """Declarations that make another number of v, and its name."""
    lines, n = [], 1 << bits
    for i in range(rng.choice([1, 1, 2, 3])):
        lines.append("  %s %s%d = %s;" % (kind, v, i, stage(rng, v if not i else "%s%d" % (v, i - 1), bits)))
    last = "%s%d" % (v, len(lines) - 1)
    if wide and rng.random() < 0.4:
        lines.append("  %s %ss = %s;" % (kind, v, spread(rng, last, n)))
        last = v + "s"
    return lines, last


def once(rng):
    """Each thread of the grid stores once."""
    bits = rng.randrange(2, 7)
    kind = rng.choice(["int", "int", "unsigned"])
    lines, last = chain(rng, "i", bits, kind)
    block = rng.choice([4, 8, 16, 32])
    head = ["__global__ void k@(float* out, const float* in) {", "  __requires(blockDim.x == %d);" % block if rng.random() < 0.5 else "",
            "  %s i = blockIdx.x * blockDim.x + threadIdx.x;" % kind, "  if (i >= %d) return;" % (1 << bits)]
    text = "\n".join(line for line in head + lines + ["  out[%s] = in[i];" % last, "}"] if line)
    return text, some(14, [(block,)] if "__requires" in text else [(1,), (3,), (8,), (16,), (33,), (64,)], [(1,), (2,), (3,), (64 // block + 1,)])


def through_shared(rng):
    """A tile is written in one order and read in another."""
    bits = rng.randrange(3, 7)
    n = 1 << bits
    write, a = chain(rng, "t", bits, "int", wide=False)
    read, b = chain(rng, "u", bits, "int", wide=False)
    loop = rng.random() < 0.5
    body = ["  s[%s] = in[blockIdx.x * %d + t];" % (a, n), "  __syncthreads();", "  out[blockIdx.x * %d + t] = s[%s];" % (n, b)]
    if loop:
        body = ["  for (int r = 0; r < rounds; ++r) {", "    s[%s] = in[r * %d + t];" % (a, n), "    __syncthreads();",
                "    out[(blockIdx.x * rounds + r) * %d + t] = s[%s];" % (n, b), "    {{__syncthreads();~~}}", "  }"]
    text = ["__global__ void k@(float* out, const float* in, int rounds) {", "  __requires(blockDim.x == %d);" % n, "  __shared__ float s[%d];" % (2 * n),
            "  int t = threadIdx.x;", "  int u = t;"] + write + read + body + ["}"]
    return "\n".join(text), some(6, [(n,)], [(1,), (2,)], {"rounds": [0, 1, 2, 3]})


def tile(rng):
    """Transposed tiles, padded or swizzled, in two or three dimensions."""
    w = rng.choice([4, 8])
    pad = rng.choice([0, 1, 4])
    if rng.random() < 0.5:
        if rng.random() < 0.5:
            to, back = "s[y][x]", "s[x][y]"
        else:
            to, back = "s[y][x ^ y]", "s[x][y ^ x]"
        rows = rng.choice([1, 2, w])
        text = ["__global__ void k@(float* out, const float* in, int pitch) {", "  __requires(blockDim.x == %d && blockDim.y == %d);" % (w, w // rows if rows < w else w),
                "  __requires(pitch > 0 && pitch >= {{gridDim.x * %d~~gridDim.x * %d - 1~~%d}});" % (w, w, w), "  __shared__ float s[%d][%d];" % (w, w + pad),
                "  int x = threadIdx.x;"]
        if rows < w:
            step = w // rows
            text += ["  for (int y = threadIdx.y; y < {{%d~~%d}}; y += {{%d~~%d}})" % (w, w + 1, step, max(step // 2, 1)),
                     "    %s = in[(blockIdx.y * %d + y) * pitch + blockIdx.x * %d + x];" % (to, w, w), "  {{__syncthreads();~~}}",
                     "  for (int y = threadIdx.y; y < %d; y += %d)" % (w, step), "    out[(blockIdx.y * {{%d~~%d}} + y) * pitch + blockIdx.x * {{%d~~%d}} + x] = %s;" % (w, w - 1, w, w - 1, back), "}"]
        else:
            text += ["  int y = threadIdx.y;", "  %s = in[(blockIdx.y * %d + y) * pitch + blockIdx.x * %d + x];" % (to, w, w), "  {{__syncthreads();~~}}",
                     "  out[(blockIdx.y * {{%d~~%d}} + y) * pitch + blockIdx.x * {{%d~~%d}} + x] = %s;" % (w, w - 1, w, w - 1, back), "}"]
        return "\n".join(text), some(8, [(w, w // rows if rows < w else w)], [(1,), (2,), (1, 2), (2, 2)], {"pitch": list(range(2 * w - 1, 2 * w + 3)) + [w, w + 1]})
    a, b, c = rng.choice([2, 4]), rng.choice([2, 3, 4]), rng.choice([2, 4])
    order = rng.sample(["x", "y", "z"], 3)
    extent = {"x": a, "y": b, "z": c}
    index = "(%s * %d + %s) * %d + %s" % (order[0], extent[order[1]], order[1], extent[order[2]], order[2])
    text = ["__global__ void k@(float* out, const float* in) {", "  __requires(blockDim.x == %d && blockDim.y == %d && blockDim.z == %d);" % (a, b, c),
            "  __shared__ float s[%d][%d][%d];" % (c, b, a + pad % 4), "  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;",
            "  s[z][y][x] = in[((z * %d + y) * %d + x) * gridDim.x + blockIdx.x];" % (b, a), "  {{__syncthreads();~~}}",
            "  out[blockIdx.x * %d + %s] = s[z][y][%s];" % (a * b * c, index, "x" if rng.random() < 0.5 else "%d - x" % (a - 1)), "}"]
    return "\n".join(text), some(4, [(a, b, c)], [(1,), (2,)])


def butterflies(rng):
    """Pairs of elements that change places, as in FFT and bitonic nets."""
    n = rng.choice([8, 16, 32])
    array = rng.choice(["shared", "global"])
    v = "s" if array == "shared" else "a"
    kind = rng.randrange(4)
    if kind == 0:
        body = ["  for (int k = 2; k <= %d; k *= 2)" % n, "    for (int j = k / 2; j > 0; j /= 2) {", "      int p = t ^ j;", "      if ({{p > t~~p >= t~~p != t}}) {",
                "        float x = %s[t];" % v, "        float y = %s[p];" % v, "        if ((t & k) == 0 ? x > y : x < y) {", "          %s[t] = y;" % v, "          %s[p] = x;" % v,
                "        }", "      }", "      {{__syncthreads();~~}}", "    }"]
        threads = n
    elif kind == 1:
        body = ["  for (int h = 1; h < %d; h *= 2) {" % n, "    int lo = {{t / h * 2 * h + t % h~~t / h * h + t % h~~t / h * 2 * h + t % (h + 1)}};", "    float x = %s[lo];" % v, "    float y = %s[lo + h];" % v,
                "    %s[lo] = x + y;" % v, "    %s[lo + h] = x - y;" % v, "    {{__syncthreads();~~}}", "  }"]
        threads = n // 2
    elif kind == 2:
        body = ["  for (int h = 0; h < {{%d~~%d}}; ++h) {" % (n.bit_length() - 1, n.bit_length()), "    int lo = (t >> h << {{(h + 1)~~h}}) | (t & {{(1 << h) - 1~~(2 << h) - 1}});", "    int hi = lo + (1 << h);",
                "    float x = %s[lo];" % v, "    float y = %s[hi];" % v, "    %s[lo] = x + y;" % v, "    %s[hi] = x - y;" % v, "    {{__syncthreads();~~}}", "  }"]
        threads = n // 2
    else:
        body = ["  for (int d = %d; d > 0; d >>= 1) {" % (n // 2), "    if (t < {{d~~d + 1~~2 * d}})", "      %s[t] = %s[t] + %s[t + d];" % (v, v, v), "    {{__syncthreads();~~}}", "  }"]
        threads = n
    text = ["__global__ void k@(float* a) {", "  __requires(blockDim.x == %d && gridDim.x == 1);" % threads, "  __shared__ float s[%d];" % (2 * n) if array == "shared" else "", "  int t = threadIdx.x;"]
    if array == "shared":
        text += ["  s[t] = a[t];", "  s[t + %d] = a[t + %d];" % (threads, threads) if threads < n else "", "  __syncthreads();"]
        body += ["  a[t] = s[t];"]
    return "\n".join(line for line in text + body + ["}"] if line), some(2, [(threads,)], [(1,)])


def words(rng):
    """Parts of words, and vectors."""
    kind = rng.randrange(4)
    size = rng.choice([2, 4])
    small = {2: "unsigned short", 4: "unsigned char"}[size]
    if kind == 0:
        body = ["  ((%s*)out)[i {{^~~|~~&}} %d] = in[i];" % (small, rng.choice([1, 2, 3]))]
    elif kind == 1:
        body = ["  %s* p = (%s*)out;" % (small, small), "  p[{{i * %d + %d~~i * %d + i %% %d~~i + %d}}] = in[i];" % (size, rng.randrange(size), max(size // 2, 1), size, size)]
    elif kind == 2:
        body = ["  uint2* p = (uint2*)out;", "  p[i].x = in[i];", "  {{p[i].y~~out[2 * i]~~out[i]~~p[i + 1].x}} = in[i + 1];"]
    else:
        body = ["  uint4* p = (uint4*)out;", "  unsigned* q = (unsigned*)p;", "  q[{{i / 4 * 4 + i % 4~~i / 4 * 4 + i % 5~~i / 4 * 3 + i % 4}}] = p[i / 4 + 64].x;"]
    text = ["__global__ void k@(unsigned* out, const unsigned* in, int n) {", "  int i = blockIdx.x * blockDim.x + threadIdx.x;", "  if ({{i >= n~~i >= 2 * n}}) return;"]
    return "\n".join(text + body + ["}"]), some(16, [(2,), (4,), (8,), (33,)], [(1,), (2,), (3,)], {"n": list(range(0, 40, 3))})


def rectangles(rng):
    """Rows and columns of sizes that are parameters."""
    kind = rng.randrange(5)
    head = ["__global__ void k@(float* out, const float* in, int w, int h, int p) {"]
    at = ["  int x = blockIdx.x * blockDim.x + threadIdx.x;", "  int y = blockIdx.y * blockDim.y + threadIdx.y;"]
    i = ["  int i = blockIdx.x * blockDim.x + threadIdx.x;"]
    if kind == 0:
        text = head + ["  __requires({{p >= w~~p >= w - 1~~p >= h}});"] + at + ["  if (x < {{w~~w + 1}} && y < h)", "    out[y * {{p~~h}} + x] = in[x * p + y];", "}"]
    elif kind == 1:
        text = head + ["  __requires({{w > 0 && p >= w~~w > 0 && p >= 0~~w >= 0 && p >= w - 1}});"] + i + ["  if (i < {{w * h~~w * h + 1}})", "    out[{{i / w * p + i % w~~i % w * p + i / w~~i / w * w + i % p}}] = in[i];", "}"]
    elif kind == 2:
        text = head + ["  __requires(h > 0 && w > 0);"] + i + ["  if (i < {{w * h~~w * h + w~~(w + 1) * h}})", "    out[{{i % w * h + i / w~~i % w * w + i / w~~i % h * h + i / h}}] = in[i];", "}"]
    elif kind == 3:
        text = head + at + ["  if (x {{<=~~<= 1 +}} y && y < h)", "    out[y * (y {{+ 1~~- 1}}) / 2 + x] = in[y * h + x];", "}"]
    else:
        text = head + ["  __requires(w > 0 && h > 0);"] + i + ["  int z = i / (w * h);", "  int y = i / w % {{h~~w}};", "  int x = i % w;", "  if (z < p)", "    out[{{(x * h + y) * p + z~~(x * h + z) * p + y~~(y * h + x) * p + z~~(x * w + y) * p + z}}] = in[i];", "}"]
    small = list(range(1, 6)) + [7, 8]
    return "\n".join(text), some(40, [(4, 1), (8, 1), (16, 1), (3, 3), (4, 2)], [(1, 1), (2, 1), (2, 2), (3, 1)], {"w": small, "h": small, "p": small})


def strips(rng):
    """Several elements of each thread: strides, chunks, unrolled and with a tail."""
    c = rng.choice([2, 3, 4])
    kind = rng.randrange(4)
    if kind == 0:
        body = ["  for (int j = i; j < n; j += {{blockDim.x * gridDim.x~~blockDim.x~~gridDim.x}})", "    out[j] = in[j];"]
    elif kind == 1:
        body = ["  for (int j = 0; j {{<~~<=}} %d; ++j)" % c, "    if ({{i * %d~~i * %d}} + j < n)" % (c, c - 1), "      out[{{i * %d~~i * %d}} + j] = in[i];" % (c, c - 1)]
    elif kind == 2:
        body = ["  int b = blockIdx.x * blockDim.x * %d + threadIdx.x;" % c, "  for (int j = 0; j < %d; ++j)" % c, "    if (b + j * {{blockDim.x~~%d}} < n)" % c, "      out[b + j * {{blockDim.x~~(blockDim.x - 1)~~gridDim.x}}] = in[i];"]
    else:
        body = ["  int each = (n + blockDim.x * gridDim.x - 1) / (blockDim.x * gridDim.x);", "  int first = i * each;", "  int last = min(first + {{each~~each + 1}}, n);",
                "  for (int j = first; j {{<~~<=}} last; ++j)", "    out[j] = in[j + i];"]
    text = ["__global__ void k@(float* out, const float* in, int n) {", "  int i = blockIdx.x * blockDim.x + threadIdx.x;"]
    return "\n".join(text + body + ["}"]), some(24, [(1,), (2,), (3,), (4,), (8,), (33,)], [(1,), (2,), (3,)], {"n": list(range(-1, 30))})


def generate(rng):
    shape = rng.choice([once, once, once, through_shared, through_shared, tile, butterflies, words, rectangles, strips])
    template, launches = shape(rng)
    damage = rng.random() < 0.55
    own = "~~" in template and rng.random() < 0.6
    text = choose(rng, template, damage and own)
    if damage and not own:
        text = damaged(rng, text)
    return Case("indices", text, launches)
