// expect: unknown
// unknown: B recursive call
// more: yes
__device__ int fall(int* out, int n) {
  if (n <= 0) return 0;
  out[n] = n;
  return fall(out, n - 1); /*A*/
}
__global__ void call(int* out) {
  fall(out, threadIdx.x); /*B*/
}
