// expect: refuted
// finding: race confirmed error A B
__device__ bool inside(int v, int n) {
  if (v < 0) return false;
  if (v >= n) {
    return false;
  }
  return true;
}
__global__ void shift(int* out, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  if (inside(t, n)) s[t] = t;             /*A*/
  if (inside(t - 1, n)) out[blockIdx.x * blockDim.x + t] = s[t - 1]; /*B*/
}
