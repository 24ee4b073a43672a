// expect: refuted
// finding: race confirmed error A A
// As nested_loops_clean.cu; what changes within is seen behind.
__global__ void add(float* p) { /*A*/ p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

#define SECTION \
  for (int j = 0; j < n; ++j) \
    h[j] = h[n - j - 1] = j; \
  for (int j = 0; j < n; ++j) \
    if (h[j] != h[n - j - 1]) { \
      ++c; \
      k = j; \
      m += k; \
      break; \
    } \
  if (!v) { \
    c += 2; \
    k = c; \
  }
#define SECTIONS SECTION SECTION SECTION SECTION

void test(float* h, int n, int passes, bool v, dim3& blocks) {
  int c = 0, k = 0, m = 0;
  for (int i = 0; i < passes; ++i)
    for (int l = 0; l < n; ++l)
      for (int o = 0; o < n; ++o)
        for (int u = 0; u < n; ++u) {
          SECTIONS SECTIONS SECTIONS SECTIONS
          SECTIONS SECTIONS SECTIONS SECTIONS
          SECTIONS SECTIONS SECTIONS SECTIONS if (m > 9) blocks.y = m;
        }
}
void run(float* p, float* h, int n, int passes, bool v) {
  dim3 threads(256, 1, 1), blocks(n / 256, 1, 1);
  for (int r = 0; r < passes; ++r) {
    test(h, n, passes, v, blocks);
    if (passes > 2) test(h, n, passes, !v, blocks);
    add<<<blocks, threads>>>(p);
  }
}
