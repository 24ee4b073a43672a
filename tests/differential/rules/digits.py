"""Indices by sizes of either sign and type, loops whose steps double, halve and stop, and packed words."""
from case import Case, choose, damaged, some

I = "  int i = blockIdx.x * blockDim.x + threadIdx.x;"
SIGNED = [-4, -3, -2, -1, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8]
GUARDS = ["w > 0", "w != 0", "h > 0", "h != 0", "w > 0 && h > 0", "w != 0 && h != 0", "p > 0", "p != 0", "p >= w", "p >= h", "p >= w * h", "w < 0", "p == w * h", "w % 2 == 0", "h == 4", "w * h > 0", "p > w && w > 0"]


def digits(rng):
    """Numbers taken apart and put together again."""
    kind = rng.choice(["int", "int", "int", "unsigned"])
    guards = rng.sample(GUARDS, rng.randrange(4))
    a, b = rng.choice([("i % w", "i / w"), ("i - i / w * w", "i / w"), ("i % w", "i / w % h"), ("i / h", "i % h"), ("i % h", "i / h % w"), ("i / (w * h)", "i % (w * h)"), ("i % (w * h) / w", "i % w"), ("i / 4 % w", "i % 4"), ("(i + h) % w", "(i + h) / w"), ("i % w", "(i - i % w) / w")])
    c = rng.choice(["0", "i / (w * h)", "i / p", "i % p", "i / w / h", "p"])
    stride = lambda: rng.choice(["w", "h", "p", "w * h", "w + 1", "h + 1", "2", "4", "p * w", "-w", "(w + 1)", "(p - 1)"])
    index = rng.choice(["a * %s + b" % stride(), "b * %s + a" % stride(), "(a * %s + b) * %s + c" % (stride(), stride()), "c * %s + b * %s + a" % (stride(), stride()), "a + %s * (b + %s * c)" % (stride(), stride()), "b * w + a", "b * w + a", "(c * h + b) * w + a", "(c * h + b) * w + a",
                        "a * h + b", "(a * h + b) * p + c", "(b %% 2 == 0 ? b * w + a : b * w + w - 1 - a)".replace("%%", "%"), "b * w + (a ^ (b & 1))", "b * w + (a + b) % w"])
    bound = rng.choice(["i < w * h", "i < p", "i < 24", "i < w * h * p", "i < h", "a < w && b < h", "b < h", "a >= 0 && a < w"])
    out = rng.choice(["out[%s] = in[i];", "out[%s] = in[i];", "out[%s] = out[i + 1000];"])
    body = ["  __requires(%s);" % g for g in guards] + [I, "  int a = %s;" % a, "  int b = %s;" % b, "  int c = %s;" % c, "  if (%s)" % bound, "    " + out % index]
    return kind, body, [(4,), (8,), (16,)], [(1,), (2,), (3,)], SIGNED


LOOPS = [
    ["  for (unsigned j = t; j < n; j += w)", "    out[j + blockIdx.x * n] = in[j];"],
    ["  for (unsigned j = n; j > t; j -= blockDim.x)", "    out[j - t + blockIdx.x * 100] = in[j];"],
    ["  for (int j = n - 1 - t; j >= 0; j -= blockDim.x)", "    out[j + blockIdx.x * n] = in[j];"],
    ["  for (int s = 1; s < n; s *= 2) {", "    int q = 2 * s * t;", "    if (q + s < n)", "      a[q] = a[q] + a[q + s];", "    __syncthreads();", "  }"],
    ["  for (int s = 1; s < blockDim.x; s *= 2) {", "    if (t % (2 * s) == 0)", "      a[t] = a[t] + a[t + s];", "    __syncthreads();", "  }"],
    ["  for (unsigned s = blockDim.x / 2; s; s >>= 1) {", "    if (t < s)", "      a[t] = a[t] + a[t + s];", "    __syncthreads();", "  }"],
    ["  for (int s = 16; s > 0; s /= 2) {", "    if (t < s)", "      a[t] = a[t] + a[t + s];", "    __syncthreads();", "  }"],
    ["  for (int s = n; s > 1; s = (s + 1) / 2) {", "    int half = (s + 1) / 2;", "    if (t + half < s)", "      a[t] = a[t] + a[t + half];", "    __syncthreads();", "  }"],
    ["  for (int b = 0; b < h; ++b) {", "    int q = t ^ (1 << b);", "    float x = a[q];", "    __syncthreads();", "    a[t] = x;", "    __syncthreads();", "  }"],
    ["  for (int d = 1; d < blockDim.x; d <<= 1) {", "    float x = 0.0f;", "    if (t >= d)", "      x = a[t - d];", "    __syncthreads();", "    a[t] = a[t] + x;", "    __syncthreads();", "  }"],
    ["  int next = i;", "  int end = i + 3 * w;", "  for (int k = 0; k < n; ++k)", "    if (next != end) {", "      out[next] = in[k];", "      next += w;", "    }"],
    ["  int next = i;", "  while (next < n) {", "    out[next] = in[next];", "    next += blockDim.x * gridDim.x;", "  }"],
    ["  int j = t;", "  do {", "    out[j + blockIdx.x * n] = in[j];", "    j += blockDim.x;", "  } while (j < n);"],
    ["  for (int r = 0; r < h; ++r) {", "    if (r % 2 == 0)", "      a[t] = in[r];", "    else", "      a[blockDim.x - 1 - t] = in[t];", "    __syncthreads();", "  }"],
    ["  for (int r = 0; r < h; ++r) {", "    a[(r & 1) * blockDim.x + t] = in[i + r];", "    __syncthreads();", "    out[i * h + r] = a[(r & 1) * blockDim.x + (t + 1) % blockDim.x];", "  }"],
    ["  int p = 0;", "  for (int r = 0; r < h; ++r) {", "    a[p * blockDim.x + t] = in[i + r];", "    __syncthreads();", "    out[i * h + r] = a[p * blockDim.x + blockDim.x - 1 - t];", "    p ^= 1;", "  }"],
    ["  int p = 0;", "  for (int r = 0; r < h; ++r) {", "    a[p * blockDim.x + t] = in[i + r];", "    __syncthreads();", "    out[i * h + r] = a[p * blockDim.x + blockDim.x - 1 - t];", "    p = (p + 1) % 3;", "  }"],
    ["  for (int k = 0; k < h; ++k)", "    for (int j = t; j < w; j += blockDim.x) {", "      if (j == k)", "        continue;", "      out[(blockIdx.x * h + k) * w + j] = in[j];", "    }"],
    ["  for (int k = 0; k < n; ++k) {", "    if (t > k)", "      a[t] = a[t] - a[k];", "    __syncthreads();", "  }"],
    ["  for (int k = 0; k < n; ++k) {", "    if (t == k)", "      a[k] = a[k] + 1.0f;", "    __syncthreads();", "    if (t > k)", "      a[t] = a[t] - a[k];", "    __syncthreads();", "  }"],
    ["  int m = 1;", "  while (m < w) m *= 2;", "  if (i < n)", "    out[i * m + (i & (m - 1))] = in[i];"],
    ["  int s = 1 << h;", "  if (i < n)", "    out[(i >> h) * s + (i & (s - 1))] = in[i];"],
    ["  int s = 1 << h;", "  if (i < n)", "    out[(i >> h << (h + 1)) | (i & (s - 1))] = in[i];"],
]


def loops(rng):
    body = rng.choice(LOOPS)
    bound = rng.choice(["  __requires(gridDim.x == 1);"] * 3 + ["  __requires(w > 0);", "  __requires(w >= blockDim.x * gridDim.x);", "  __requires((blockDim.x & (blockDim.x - 1)) == 0 && gridDim.x == 1);", "  __requires(gridDim.x == 1 && n == blockDim.x);", "  __requires(gridDim.x == 1 && n <= blockDim.x && n > 0);", "  __requires(h >= 0 && h < 5);", ""])
    return rng.choice(["int", "int", "unsigned"]), [bound, I, "  int t = threadIdx.x;"] + body, [(2,), (4,), (7,), (8,), (16,)], [(1,), (1,), (2,)], [-1, 0, 1, 2, 3, 4, 5, 8, 16, 17]


PACKED = [
    ["  unsigned v = (i << 16) | (i & 0xffff);", "  out[v >> 16] = in[i];"],
    ["  unsigned v = (i << 16) | (i & 0xffff);", "  out[v & 0xff] = in[i];"],
    ["  int v = (int)((unsigned)i << 24) >> 24;", "  if (i < 300)", "    out[v] = in[i];"],
    ["  short v = i * 256;", "  if (i < 260)", "    out[v] = in[i];"],
    ["  signed char v = i;", "  if (i < 250)", "    out[v + 128] = in[i];"],
    ["  unsigned char v = i + w;", "  if (i < 256)", "    out[v] = in[i];"],
    ["  unsigned char v = i + w;", "  if (i < 258)", "    out[v] = in[i];"],
    ["  unsigned short v = i * 3;", "  out[v] = in[i];"],
    ["  unsigned v = i * 0x9E3779B1u;", "  out[v >> 22] = in[i];"],
    ["  unsigned v = i * 0x9E3779B1u;", "  out[v & 1023] = in[i];"],
    ["  unsigned x = i - w;", "  if (x < h)", "    out[x] = in[i];"],
    ["  unsigned x = i - w;", "  if (x < 100)", "    out[x % 64] = in[i];"],
    ["  unsigned x = w - i;", "  out[x & 255] = in[i];"],
    ["  unsigned x = w - i;", "  out[x % 255] = in[i];"],
    ["  unsigned x = ~i;", "  out[x & 127] = in[i];"],
    ["  int x = -i;", "  out[x & 127] = in[i];"],
    ["  int x = w - i;", "  if (x % 4 == 0)", "    out[x / 4 + 500] = in[i];"],
    ["  int x = i - 20;", "  out[x / 2 + 40] = in[i];"],
    ["  int x = i - 20;", "  out[(x >> 1) + 40 + (x & 1) * 200] = in[i];"],
    ["  int x = i - 20;", "  out[x / 2 + 40 + x % 2 * 200] = in[i];"],
    ["  int x = i - 20;", "  out[(x % 5 + 5) % 5 + 5 * (i / 5)] = in[i];"],
    ["  int x = i - w;", "  out[x % 8 + 8 + x / 8 * 16] = in[i];"],
    ["  int lo = i & 15, hi = i >> 4 & 15;", "  out[lo << 4 | hi] = in[i];"],
    ["  int lo = i & 15, hi = i >> 4;", "  out[(lo ^ hi) | hi << 4] = in[i];"],
    ["  int lo = i & 15, hi = i >> 4;", "  out[(lo + hi & 15) + hi * 16] = in[i];"],
    ["  int lo = i & 15, hi = i >> 4;", "  out[(lo * 5 & 15) + hi * 16] = in[i];"],
    ["  int lo = i & 15, hi = i >> 4;", "  out[(lo * 6 & 15) + hi * 16] = in[i];"],
    ["  int top = 31 - __clz(i + 1);", "  out[i + 1 - (1 << top) + top * 64] = in[i];"],
    ["  int low = __ffs(i + 1) - 1;", "  out[(i + 1 >> low >> 1) + low * 100] = in[i];"],
    ["  if (__popc(i) == 1)", "    out[__ffs(i)] = in[i];"],
    ["  if (__popc(i) == 2)", "    out[__ffs(i)] = in[i];"],
    ["  if ((i & (i - 1)) == 0 && i > 0)", "    out[31 - __clz(i)] = in[i];"],
    ["  size_t at = (size_t)i * w + h;", "  if (w > 0)", "    out[at] = in[i];"],
    ["  long long at = (long long)i * w - i;", "  out[at] = in[i];"],
    ["  unsigned x = i, y = w;", "  if (x < y)", "    out[y - x] = in[i];"],
    ["  unsigned x = i, y = w;", "  out[max(x, y) - min(x, y)] = in[i];"],
    ["  out[abs(i - w)] = in[i];"],
    ["  if (i >= w)", "    out[abs(i - w)] = in[i];"],
]


def packed(rng):
    body = rng.choice(PACKED)
    bound = rng.choice(["", "", "  __requires(w >= 0);", "  __requires(w == 4);", "  __requires(blockDim.x * gridDim.x <= 128);", "  __requires(w >= 0 && w <= 256 && h > 0);", "  __requires(blockDim.x == 64 && gridDim.x == 4);"])
    blocks, grids = ([(64,)], [(4,)]) if "== 64" in bound else ([(8,), (32,), (64,), (100,)], [(1,), (1,), (2,), (3,), (5,)])
    return rng.choice(["int", "int", "unsigned"]), [bound, I] + body, blocks, grids, [-20, -3, -1, 0, 1, 2, 3, 4, 5, 8, 16, 40, 64, 100, 250, 256]


def generate(rng):
    kind, body, blocks, grids, sizes = rng.choice([digits, digits, loops, packed])(rng)
    text = "\n".join(line for line in ["__global__ void k@(float* out, const float* in, float* %s, %s w, %s h, %s p, %s n) {" % (("z" if "  int a = " in "\n".join(body) else "a",) + (kind,) * 4)] + body + ["}"] if line)
    if rng.random() < 0.4:
        text = damaged(rng, text)
    if kind == "unsigned":
        sizes = [v for v in sizes if v >= 0]
    count = 60 if len(blocks) == 3 else 40
    return Case("digits", choose(rng, text, False), some(count, blocks, grids, {name: sizes for name in "whpn"}))
