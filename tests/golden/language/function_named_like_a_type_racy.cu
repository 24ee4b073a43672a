// `half(i);` calls the function of this file: it declares no variable `i` of the library's type.
// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
__device__ void half(int& x) { x /= 2; }
__global__ void pairs(int* out) {
  __shared__ int s[64];
  int i = threadIdx.x;
  half(i);
  s[i] = threadIdx.x; /*A*/
}
