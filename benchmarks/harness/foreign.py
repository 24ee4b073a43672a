"""Kernels of growing size with the shapes on which time goes in code that others wrote.

All are free of races but `work-queue-racy`, whose witnesses depend on what a queue holds.
"""


def guarded(n):
    """n accesses to one array, each behind a condition of its own."""
    body = "".join(f"  if (a[{i}] > n)\n    s[t] = {i};\n" for i in range(n))
    return ("__global__ void k(const int *a, int *b, int n)\n{\n  __shared__ int s[1024];\n"
            f"  int t = threadIdx.x;\n{body}  b[blockIdx.x * blockDim.x + t] = s[t];\n}}\n")


def physics(n):
    """Rates of n reactions in one straight line: cells of a thread are read, combined and written."""
    cells = max(n // 8, 1)
    lines = [f"  double q{c} = in[i * {cells} + {c}];\n" for c in range(cells)]
    for r in range(n):
        a, b, c = r % cells, (3 * r + 1) % cells, (7 * r + 2) % cells
        lines.append(f"  double r{r} = exp(q{a} * {r + 1}.5) * q{b} - q{c};\n")
        if r % 4 == 3:
            lines.append(f"  out[i * {cells} + {c}] += r{r} - r{r - 2};\n")
    return ("__global__ void k(const double *in, double *out, int points)\n{\n"
            "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= points)\n    return;\n"
            + "".join(lines) + "}\n")


def work_queue(n):
    """Blocks take items off a queue; what kind an item is of, its entry says."""
    kinds = "".join(f"    if (kind == {i})\n      out[{i + 1} * task.y + task.x] = threadIdx.x;\n" for i in range(n))
    return ("__global__ void k(const int4 *queue, int *head, int *out, int count)\n{\n"
            "  __shared__ int item;\n  while (true) {\n    if (threadIdx.x == 0)\n      item = atomicAdd(head, 1);\n"
            "    __syncthreads();\n    int mine = item;\n    __syncthreads();\n    if (mine >= count)\n      return;\n"
            "    int4 task = queue[mine];\n    int kind = task.z;\n"
            f"{kinds}  }}\n}}\n")


def stencil(n):
    """A window of n cells around each thread's own, twice."""
    sums = " + ".join(f"s[t + {i}] * {i + 1}" for i in range(n))
    return ("__global__ void k(const int *a, int *b)\n{\n"
            f"  __shared__ int s[{1024 + n}];\n  int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;\n"
            f"  s[t] = a[g];\n  if (t < {n})\n    s[t + blockDim.x] = a[g + blockDim.x];\n"
            f"  __syncthreads();\n  int sum = {sums};\n  __syncthreads();\n  s[t] = sum;\n"
            f"  __syncthreads();\n  b[g] = {sums};\n}}\n")


def scan(n):
    """n unrolled steps, each over another distance, from one of two rows to the other."""
    steps = "".join(
        f"  r{1 - i % 2}[t] = t >= {i + 1} ? r{i % 2}[t] + r{i % 2}[t - {i + 1}] : r{i % 2}[t];\n  __syncthreads();\n"
        for i in range(n))
    return ("__global__ void k(int *a)\n{\n  __shared__ int r0[1024], r1[1024];\n  int t = threadIdx.x;\n"
            f"  r0[t] = a[blockIdx.x * blockDim.x + t];\n  __syncthreads();\n{steps}"
            f"  a[blockIdx.x * blockDim.x + t] = r{n % 2}[t];\n}}\n")


def tridiagonal(n):
    """n systems side by side in one array, each reduced by one step: rows that differ in constants only."""
    reads = "".join(f"  float l{i} = t >= 1 ? s[t - 1 + {1024 * i}] : 0, r{i} = t + 1 < blockDim.x ? s[t + 1 + {1024 * i}] : 0;\n"
                    for i in range(n))
    writes = "".join(f"  s[t + {1024 * i}] = s[t + {1024 * i}] - l{i} * r{i};\n" for i in range(n))
    return ("__global__ void k(float *a, float *b)\n{\n  extern __shared__ float s[];\n  int t = threadIdx.x;\n"
            "  int g = blockIdx.x * blockDim.x + t;\n"
            + "".join(f"  s[t + {1024 * i}] = a[g * {n} + {i}];\n" for i in range(n))
            + f"  __syncthreads();\n{reads}  __syncthreads();\n{writes}"
            + "".join(f"  b[g * {n} + {i}] = s[t + {1024 * i}];\n" for i in range(n)) + "}\n")


def recurrence(n):
    """n floating-point values that each turn of a loop makes of each other, as of products of matrices."""
    start = "".join(f"  float v{i} = a[i * {n} + {i}];\n" for i in range(n))
    turn = "".join(f"    float w{i} = v{i} * c + v{(i + 1) % n};\n" for i in range(n))
    keep = "".join(f"    v{i} = w{i};\n" for i in range(n))
    end = "".join(f"  b[i * {n} + {i}] = v{i};\n" for i in range(n))
    return ("__global__ void k(const float *a, float *b, int turns, float c)\n{\n"
            f"  int i = blockIdx.x * blockDim.x + threadIdx.x;\n{start}"
            f"  for (int t = 0; t < turns; ++t) {{\n{turn}{keep}  }}\n{end}}}\n")


def host_calls(n):
    """One kernel with a loop and two barriers, launched by n functions of the host."""
    callers = "".join(
        f"void call{i}(float *a, int n)\n{{\n  k<<<n / {32 * (i % 32 + 1)}, {32 * (i % 32 + 1)}>>>(a, n + {i});\n}}\n"
        for i in range(n))
    return ("__global__ void k(float *a, int n)\n{\n  __shared__ float s[1024];\n  int t = threadIdx.x;\n"
            "  for (int i = 0; i < n; i++) {\n    s[t] = a[blockIdx.x * blockDim.x + t];\n    __syncthreads();\n"
            "    a[blockIdx.x * blockDim.x + t] = s[(t + 1) % blockDim.x];\n    __syncthreads();\n  }\n}\n" + callers)


FOREIGN = {"guarded": guarded, "physics": physics, "work-queue-racy": work_queue, "stencil": stencil,
           "scan": scan, "tridiagonal": tridiagonal, "recurrence": recurrence,
           "host-calls": host_calls}
