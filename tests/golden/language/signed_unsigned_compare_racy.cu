// expect: refuted
// finding: race confirmed error A A
__global__ void compare(int* out) {
  __shared__ int s[1024];
  int last = -1;
  if (threadIdx.x < last) s[0] = threadIdx.x; /*A*/
}
