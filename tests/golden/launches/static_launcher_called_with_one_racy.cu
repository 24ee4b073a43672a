// expect: refuted
// finding: race confirmed error R W
// Of several callers one passes one array twice; what the others pass is what anybody may.
__global__ void shift_left(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) /*W*/out[i] = /*R*/in[i + 1];
}
static void launch(float* out, const float* in, int n) {
  shift_left<<<(n + 255) / 256, 256>>>(out, in, n);
}
void copy(float* a, float* b, int n) { launch(a, b, n); }
void in_place(float* a, int n) { launch(a, a, n); }
