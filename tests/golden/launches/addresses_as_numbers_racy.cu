// expect: refuted
// finding: race confirmed error R W
// A binding of another language: one address under two names.
__global__ void shift_by_one(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) /*W*/out[i] = /*R*/in[i + 1];
}
void run(unsigned long long address, int n) {
  auto* in = reinterpret_cast<const float*>(address);
  auto* out = (float*)address;
  shift_by_one<<<(n + 255) / 256, 256>>>(out, in, n);
}
