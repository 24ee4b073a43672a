// expect: refuted
// flags: --block 64
// finding: assertion possible error A
__device__ int next(int x) {
  __requires(__distinct_int(x)); /*A*/
  return x + 1;
}
__global__ void use(int* out) {
  int t = threadIdx.x;
  out[t] = next(t / 2);
}
