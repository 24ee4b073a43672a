// expect: refuted
// finding: race confirmed error R W
// Too many callers to be told apart: that one of them passes one array twice is told nevertheless.
__global__ void shift_up(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) /*W*/out[i] = /*R*/in[i + 1];
}
static void launch(float* out, const float* in, int n) {
  shift_up<<<(n + 255) / 256, 256>>>(out, in, n);
}
void f1(float* a, float* b, int n) { launch(a, b, n + 1); }
void f2(float* a, float* b, int n) { launch(a, b, n + 2); }
void f3(float* a, float* b, int n) { launch(a, b, n + 3); }
void f4(float* a, float* b, int n) { launch(a, b, n + 4); }
void f5(float* a, float* b, int n) { launch(a, b, n + 5); }
void f6(float* a, float* b, int n) { launch(a, b, n + 6); }
void f7(float* a, float* b, int n) { launch(a, b, n + 7); }
void f8(float* a, float* b, int n) { launch(a, b, n + 8); }
void f9(float* a, int n) { launch(a, a, n + 9); }
