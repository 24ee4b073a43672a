// expect: verified
// A constant of the host that no signed number holds.
__global__ void fill(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = 1.0f;
}
const unsigned long long all = 0xffffffffffffffffull;
void run(float* v, int n) {
  unsigned long long seed = 0xfedcba9876543210ull;
  if (seed > all - 1) n = 100;
  seed &= all;
  fill<<<n / 256 + static_cast<int>(seed >> 63), 256>>>(v, n);
}
