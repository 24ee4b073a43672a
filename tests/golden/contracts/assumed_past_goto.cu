// expect: refuted
// finding: race confirmed error A
// A jump leads around what is assumed.
__global__ void fill(int* out, int n) {
  if (n < 0) goto done;
  __assume(n % 2 == 0);
  out[1 + blockIdx.x * blockDim.x + threadIdx.x] = n;
done:
  if (n % 2 != 0) out[0] = threadIdx.x; /*A*/
}
