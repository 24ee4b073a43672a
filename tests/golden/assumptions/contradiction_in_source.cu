// expect: error
__global__ void contradiction(int* out, int n) {
  __requires(n % 2 == 0);
  __requires(n == 7);
  out[0] = threadIdx.x;
}
