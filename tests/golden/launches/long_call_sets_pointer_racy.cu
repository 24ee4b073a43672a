// expect: refuted
// finding: race confirmed error A A
// What a function that takes long to follow puts into a pointer is seen all the same.
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

static void tune(float* h, int n, float** x, float* y) {
  int c = 0, k = 0, m = 0;
  for (int i = 0; i < n; ++i)
    for (int l = 0; l < n; ++l) {
      SECTIONS SECTIONS SECTIONS SECTIONS SECTIONS SECTIONS SECTIONS SECTIONS
      SECTIONS SECTIONS SECTIONS SECTIONS SECTIONS SECTIONS SECTIONS SECTIONS
    }
  if (m > 3) *x = y;
}

int main(int n, char**) {
  float *p, *q, *h = new float[n];
  cudaMalloc(&p, n);
  cudaMalloc(&q, n);
  float* r = q;
  for (int i = 0; i < 3; ++i)
    tune(h, n, &r, p);
  r = q;
  tune(h, n, &r, p);
  shift<<<1, 64>>>(p, r);
}
