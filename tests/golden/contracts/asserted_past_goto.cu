// expect: refuted
// finding: race confirmed error A
// finding: assertion confirmed error B
// A jump leads around what is asserted.
__global__ void fill(int* out, int n) {
  if (n < 0) goto done;
  assert(n % 2 == 0); /*B*/
  out[1 + blockIdx.x * blockDim.x + threadIdx.x] = n;
done:
  if (n % 2 != 0) out[0] = threadIdx.x; /*A*/
}
