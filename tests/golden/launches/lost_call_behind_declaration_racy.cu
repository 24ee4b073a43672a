// expect: refuted
// finding: race confirmed error A A
// A call that does not compile, in a function that is declared in front of its body.
__global__ void k(int n, int first, int end, float* v) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + first;
  if (i < end)
    for (int d = 0; d < 3; ++d) v[i + n * d] += 1.0f; /*A*/
}
static void launch(int n, int first, int end, float* v) {
  k<<<(n - 1) / 64 + 1, 64>>>(n, first, end, v);
}
void other(int n, float* v);
void run(int n, float* v) { launch(n, 0, n, v); }
void other(int n, float* v) { cv::run(n, launch(n, 1, 3 * n, v)); }
