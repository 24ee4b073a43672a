// expect: refuted
// finding: race confirmed error A B
// When the vote says no, nothing but the vote lies between; when it says yes, no barrier follows.
__global__ void vote(int* out, const int* in) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = in[g];
  if (__syncthreads_or(in[g] > 7)) s[t] = 1; /*A*/
  out[g] = s[blockDim.x - 1 - t]; /*B*/
}
