// expect: refuted
// finding: race any error A B
// more: yes
__global__ void k(int *out) {
  __shared__ int s[8];
  for (auto &x : s) x = threadIdx.x; /*A*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x % 8]; /*B*/
}
void host(int *p) { k<<<1, 32>>>(p); }
