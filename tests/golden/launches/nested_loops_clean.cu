// expect: verified
// Loops within loops, each with many things to change: what the inner ones change is found once, and
// the sizes of the launches around them stay known.
__global__ void add(float* p) { p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

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

void test(float* h, int n, int passes, bool v) {
  int c = 0, k = 0, m = 0;
  for (int i = 0; i < passes; ++i)
    for (int l = 0; l < n; ++l)
      for (int o = 0; o < n; ++o)
        for (int u = 0; u < n; ++u) {
          SECTIONS SECTIONS SECTIONS SECTIONS
          SECTIONS SECTIONS SECTIONS SECTIONS
          SECTIONS SECTIONS SECTIONS SECTIONS
        }
}
void run(float* p, float* h, int n, int passes, bool v) {
  dim3 threads(256, 1, 1), blocks(n / 256, 1, 1);
  for (int r = 0; r < passes; ++r) {
    test(h, n, passes, v);
    if (passes > 2) test(h, n, passes, !v);
    add<<<blocks, threads>>>(p);
  }
}
