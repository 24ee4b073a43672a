// expect: refuted
// finding: race confirmed error A A
struct Big { int a[300]; };
__global__ void k(Big* out, const Big* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Big mine = in[i];
  mine.a[3] = 5;
  out[i / 2] = mine; /*A*/
}
