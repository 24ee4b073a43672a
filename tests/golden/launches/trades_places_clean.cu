// expect: verified
// assumes: in turn 2
// Sums of sums, in place from the second turn on: of what main sums a single block is left then.
__global__ void sum(const float* from, float* to, int n) {
  __shared__ float part[256];
  int i = blockIdx.x * 512 + threadIdx.x;
  float own = 0;
  if (i < n) own = from[i];
  if (i + 256 < n) own += from[i + 256];
  part[threadIdx.x] = own;
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (threadIdx.x < k) part[threadIdx.x] += part[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) to[blockIdx.x] = part[0];
}
void total(float* v, int n) {
  int blocks = (n + 511) / 512;
  float *sums, *rest = v;
  cudaMalloc(&sums, blocks * sizeof(float));
  while (true) {
    sum<<<blocks, 256>>>(rest, sums, n);
    if (blocks == 1) break;
    n = blocks;
    blocks = (n + 511) / 512;
    rest = sums;
  }
}
int main() {
  float* v;
  cudaMalloc(&v, 200000 * sizeof(float));
  total(v, 200000);
}
