// expect: refuted
// finding: race confirmed error A
// finding: assertion confirmed error B
// What is asserted in one branch of an expression says nothing of the other.
__global__ void fill(int* out, int n) {
  n > 0 ? assert(n % 2 == 0) : (void)0; /*B*/
  out[1 + blockIdx.x * blockDim.x + threadIdx.x] = n;
  if (n % 2 != 0) out[0] = threadIdx.x; /*A*/
}
