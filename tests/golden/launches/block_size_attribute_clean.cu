// expect: verified
// assumes: blockDim = (32, 2, 1) (__block_size__)
// assumes: gridDim = (16, 1, 1)
// The size of a block is the kernel's own, and launches count clusters: four blocks each.
constexpr int HALF = 16;
__global__ void __block_size__((HALF * 2, 2, 1), (4, 1, 1)) reverse(float* out, int* wrong) {
  __shared__ float tile[64];
  int t = threadIdx.x + threadIdx.y * 32;
  tile[t] = t;
  __syncthreads();
  out[blockIdx.x * 64 + t] = tile[63 - t];
  if (gridDim.x != 16) *wrong = t;
}
int main() {
  float* out = 0;
  reverse<<<4, 1>>>(out, 0);
}
