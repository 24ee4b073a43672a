// expect: refuted
// finding: race confirmed error R W
// One launch, by many ways through its own function: in one of them its pointers are one.
__global__ void shift_down(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) /*W*/out[i] = /*R*/in[i + 1];
}
template <class Run> void by_cases(int mode, float* a, float* b, Run run) {
  if (mode == 0) run(a, b, 64);
  else if (mode == 1) run(a, b, 128);
  else if (mode == 2) run(a, b, 192);
  else if (mode == 3) run(a, b, 256);
  else if (mode == 4) run(a, b, 320);
  else if (mode == 5) run(a, b, 384);
  else if (mode == 6) run(a, b, 448);
  else if (mode == 7) run(a, b, 512);
  else if (mode == 8) run(a, b, 576);
  else run(a, a, 640);
}
void run(int mode, float* a, float* b) {
  by_cases(mode, a, b, [](float* out, const float* in, int n) {
    shift_down<<<n / 64, 64>>>(out, in, n);
  });
}
