// expect: refuted
// flags: --block 64
// finding: race possible error A
// finding: race possible error B
// finding: divergence possible error C
// Assumed of two threads they are left out: what they would have ruled out is not confirmed.
__global__ void distinct(int* out, const int* in) {
  int i = in[blockIdx.x * blockDim.x + threadIdx.x];
  __assume(__distinct_int(i) & __distinct_bool(i > 3));
  out[i] = threadIdx.x; /*A*/
}
__global__ void other(int* out, const int* in) {
  int i = in[blockIdx.x * blockDim.x + threadIdx.x];
  __requires(__other_int(i) != i & !__other_bool(i > 3));
  out[i] = threadIdx.x; /*B*/
}
__global__ void uniform(int* out, const int* in) {
  int i = in[blockIdx.x * blockDim.x + threadIdx.x];
  __assume(__uniform_int(i) & __uniform_bool(i > 3));
  if (i > 3) __syncthreads(); /*C*/
}
