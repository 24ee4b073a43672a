"""Kernels that race for some sizes only: what Heddle suggests, and what it verifies under."""
from case import Case, choose, damaged, some

I = "  int i = blockIdx.x * blockDim.x + threadIdx.x;"
XY = "  int x = blockIdx.x * blockDim.x + threadIdx.x;\n  int y = blockIdx.y * blockDim.y + threadIdx.y;"
# Kernels' bodies, of arrays out, in and sizes n, m, p; the dimensions of blocks.
BODIES = [
    (1, I, "  if (i < n) out[i * m] = in[i];"),
    (1, I, "  if (i < n) out[i * m + p] = in[i];"),
    (1, I, "  if (i < n)\n    for (int j = 0; j < m; ++j)\n      out[i * p + j] = in[j];"),
    (1, I, "  if (i < n) out[i / m * p + i % m] = in[i];"),
    (1, I, "  if (i < n) out[i % m * p + i / m] = in[i];"),
    (1, I, "  if (i < n) out[i % m] = in[i];"),
    (1, I, "  if (i < n) out[i & m] = in[i];"),
    (1, I, "  if (i < n) out[i ^ m] = out[i];"),
    (1, I, "  if (i < n) out[i] = out[i + m];"),
    (1, I, "  if (i < n) out[i] = out[i + m] + in[p];"),
    (1, I, "  if (i < n) out[i] = out[m - i];"),
    (1, I, "  if (i < m) out[i] = out[n - 1 - i];"),
    (1, I, "  for (int j = i; j < n; j += m)\n    out[j] = in[i];"),
    (1, I, "  for (int j = i * m; j < n && j < i * m + p; ++j)\n    out[j] = in[i];"),
    (1, I, "  for (int j = i * m; j < (i + 1) * p; ++j)\n    out[j] = in[i];"),
    (1, I, "  if (threadIdx.x < n) out[blockIdx.x * m + threadIdx.x] = in[i];"),
    (1, I, "  for (int j = threadIdx.x; j < n; j += blockDim.x)\n    out[blockIdx.x * m + j] = in[j];"),
    (1, I, "  out[blockIdx.x * m + threadIdx.x] = in[i];"),
    (1, I, "  if (i < n) out[min(i, m)] = in[i];"),
    (1, I, "  if (i < n) out[max(i, m)] = in[i];"),
    (1, I, "  out[threadIdx.x * m + blockIdx.x] = in[i];"),
    (1, I, "  out[threadIdx.x * m + blockIdx.x * p] = in[i];"),
    (1, I, "  if (i < n) out[i] = in[i];\n  if (i < m) out[i + p] = in[i];"),
    (1, I, "  if (i < n)\n    out[i] = in[i];\n  if (i < m)\n    out[p - i] = in[i];"),
    (1, I, "  int r = i / m, c = i - r * m;\n  if (i < n) out[c * p + r] = in[i];"),
    (1, I, "  int r = i / m, c = i % m;\n  if (r < n) out[r * p + c] = out[r * p + c + n];"),
    (1, I, "  if (i * m < n) out[i * m] = in[i];"),
    (1, I, "  if (i >= m && i < n) out[i - m] = out[i];"),
    (1, I, "  if (i < n) out[i << m] = in[i];"),
    (1, I, "  if (i < n) out[i >> m] = in[i];"),
    (1, I, "  if (i < n && i % m == 0) out[i / m] = in[i];"),
    (1, I, "  if (i < n && i % m == 0) out[i] = out[i + p];"),
    (1, I, "  if (i < n) out[(i + m) % p] = in[i];"),
    (1, I, "  if (i < n) out[(i * m) % p] = in[i];"),
    (1, I, "  if (i + 1 < n) out[i * m] = out[i * p + 1];"),
    (1, I, "  __shared__ float s[64];\n  s[threadIdx.x] = in[i];\n  if (threadIdx.x < m) s[threadIdx.x + p] = in[i];\n  __syncthreads();\n  out[i] = s[threadIdx.x];"),
    (1, I, "  __shared__ float s[64];\n  s[threadIdx.x + p] = in[i];\n  if (threadIdx.x < m) s[threadIdx.x] = in[i];\n  __syncthreads();\n  out[i] = s[threadIdx.x];"),
    (1, I, "  for (int r = 0; r < m; ++r) {\n    if (i < n) out[i] = out[i + p];\n    __syncthreads();\n  }"),
    (1, I, "  for (int d = m; d > 0; d /= 2) {\n    if (i < d) out[i] = out[i] + out[i + d];\n    __syncthreads();\n  }"),
    (1, I, "  for (int d = m; d < n; d *= 2) {\n    if (i % (2 * d) == 0) out[i] = out[i] + out[i + d];\n    __syncthreads();\n  }"),
    (2, XY, "  if (x < n && y < m) out[y * p + x] = in[x];"),
    (2, XY, "  if (x < n && y < m) out[x * m + y] = in[x];"),
    (2, XY, "  if (x < n && y < m) out[y * n + x] = in[x] + in[p];"),
    (2, XY, "  if (x < n) out[y * n + x] = in[x];"),
    (2, XY, "  if (y < m) out[y * n + x] = in[x];"),
    (2, XY, "  out[y * n + x] = in[x];"),
    (2, XY, "  if (x < n && y < m) out[x * n + y] = out[y * n + x];"),
    (2, XY, "  if (x < y && y < n) out[x * m + y] = out[y * m + x];"),
    (2, XY, "  if (x < n && y < m) out[y / 2 * p + x] = in[x];"),
    (2, XY, "  if (x < n && y < m) out[(y * n + x) * p] = in[x * n + y];"),
    (2, XY, "  if (x < n && y < m) out[y * p + n - 1 - x] = in[x + y];"),
    (2, XY, "  if (x < n / 2 && y < m)\n    out[y * n + x] = out[y * n + n - 1 - x];"),
]
INDEXED = [
    "  if (i < n) out[idx[i]] = in[i];",
    "  if (i < n) out[idx[i] * m] = in[i];",
    "  if (i < n) out[idx[i] * m + p] = in[i];",
    "  if (i < n)\n    for (int j = 0; j < m; ++j)\n      out[idx[i] * p + j] = in[i];",
    "  if (i < n)\n    for (int j = idx[i]; j < idx[i + 1]; ++j)\n      out[j] = in[i];",
    "  if (i < n) out[idx[i] + i * m] = in[i];",
    "  if (i < n) out[i] = out[idx[i]];",
    "  if (i < n) out[i] = out[idx[i] + m];",
    "  if (i < n && idx[i] >= 0) out[idx[i]] = in[i];",
    "  if (i < n && idx[i] < m) out[idx[i]] = in[i];",
    "  if (i < n && idx[i] == i) out[idx[i] * m] = in[i];",
    "  if (i < n && (i == 0 || idx[i] != idx[i - 1])) out[idx[i]] = in[i];",
    "  if (i < n) out[idx[idx[i]]] = in[i];",
]
GUARDS = ["", "", "", "n > 0", "m > 0", "p >= m", "n >= 0 && m >= 0", "m >= 1", "p > 0", "n % 4 == 0", "m == 2", "blockDim.x == 4", "gridDim.x == 1", "p <= m", "m == n", "(n & 3) == 0", "blockDim.x % 2 == 0"]


def contents(rng, _):
    n = 40
    kind = rng.randrange(6)
    if kind == 0:
        idx = rng.sample(range(n), n)
    elif kind == 1:
        idx = sorted(rng.randrange(n) for _ in range(n))
    elif kind == 2:
        idx = [rng.randrange(6) for _ in range(n)]
    elif kind == 3:
        idx = list(range(n))
    elif kind == 4:
        idx = [rng.randrange(-2, n) for _ in range(n)]
    else:
        idx = sorted(rng.sample(range(2 * n), n))
    return {"idx": idx}


def generate(rng):
    guards = [g for g in rng.sample(GUARDS, 2) if g and rng.random() < 0.5]
    small = [-2, -1, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10, 12, 16, 33]
    if rng.random() < 0.25:
        dims, head, body = 1, I, rng.choice(INDEXED)
    else:
        dims, head, body = rng.choice(BODIES)
    if rng.random() < 0.3:
        body = damaged(rng, body)
    kind = rng.choice(["int", "int", "int", "unsigned"])
    signature = "__global__ void k@(float* out, const float* in, const int* idx, %s n, %s m, %s p) {" % (kind, kind, kind)
    text = "\n".join([signature] + ["  __requires(%s);" % g for g in guards] + [head, body, "}"])
    if kind == "unsigned":
        small = [v for v in small if v >= 0]
    blocks = [(1,), (2,), (4,), (4,), (8,), (33,)] if dims == 1 else [(1, 1), (2, 2), (4, 1), (4, 3), (1, 4), (8, 2)]
    grids = [(1,), (1,), (2,), (3,)] if dims == 1 else [(1, 1), (2, 1), (2, 2), (1, 2)]
    return Case("sizes", text, some(160, blocks, grids, {"n": small, "m": small, "p": small}, contents), held=("idx",))
