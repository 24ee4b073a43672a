// expect: refuted
// finding: divergence confirmed error A|B
// more: yes
// Threads leave the loop after different numbers of rounds, and each round has barriers.
__global__ void scan(float* data) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = data[g];
  __syncthreads();
  int offset = 1;
  while (offset <= t) {
    float left = s[t - offset];
    __syncthreads(); /*A*/
    s[t] += left;
    __syncthreads(); /*B*/
    offset *= 2;
  }
  data[g] = s[t];
}
