// expect: refuted
// finding: race any error A B
// more: yes
// Sums of sums, in place from the second turn on: of more than main may sum several blocks are left.
__global__ void sum(const float* from, float* to, int n) {
  __shared__ float part[256];
  int i = blockIdx.x * 512 + threadIdx.x;
  float own = 0;
  if (i < n) own = from[i]; /*A*/
  if (i + 256 < n) own += from[i + 256];
  part[threadIdx.x] = own;
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (threadIdx.x < k) part[threadIdx.x] += part[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) to[blockIdx.x] = part[0]; /*B*/
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
  cudaMalloc(&v, 400000 * sizeof(float));
  total(v, 400000);
}
