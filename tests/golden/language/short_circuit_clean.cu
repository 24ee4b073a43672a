// expect: verified
// The right operand reads only where the left one holds.
__global__ void pick(int* out) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  if (t > 0) s[t] = t;
  if (t == 0 && s[0] > 3) out[blockIdx.x] = 1;
}
