// expect: verified
// A binding of another language: two addresses.
__global__ void shift_by_two(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = in[i + 1];
}
void run(unsigned long long address, unsigned long long other, int n) {
  auto* in = reinterpret_cast<const float*>(address);
  auto* out = (float*)other;
  shift_by_two<<<(n + 255) / 256, 256>>>(out, in, n);
}
