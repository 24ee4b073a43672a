// expect: refuted
// finding: race confirmed error A A
// Likewise what it returns is one of those that it was given.
__global__ void shift(float* a, const float* b) { /*A*/ a[threadIdx.x] = b[threadIdx.x + 1]; }

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
  if (n > 3) { \
    c += 2; \
    k = c; \
  }
#define SECTIONS SECTION SECTION SECTION SECTION

static float* tune(float* h, int n, float* x, float* y) {
  int c = 0, k = 0, m = 0;
  for (int i = 0; i < n; ++i)
    for (int l = 0; l < n; ++l) {
      SECTIONS SECTIONS SECTIONS SECTIONS SECTIONS SECTIONS SECTIONS SECTIONS
      SECTIONS SECTIONS SECTIONS SECTIONS SECTIONS SECTIONS SECTIONS SECTIONS
    }
  return m > 3 ? y : x;
}

int main(int n, char**) {
  float *p, *q, *h = new float[n];
  cudaMalloc(&p, n);
  cudaMalloc(&q, n);
  float* r = q;
  for (int i = 0; i < 3; ++i)
    r = tune(h, n, q, p);
  r = q;
  r = tune(h, n, q, p);
  shift<<<1, 64>>>(p, r);
}
