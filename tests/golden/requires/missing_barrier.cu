// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A B
// No size helps.
__global__ void neighbours(int* out, const int* in, int n) {
  __shared__ int s[1025];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0; /*A*/
  if (i < n) out[i] = s[threadIdx.x + 1]; /*B*/
}
