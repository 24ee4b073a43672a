// expect: refuted
// flags: --block 64 --grid 4
// finding: assertion possible error A
// finding: assertion confirmed error B
// finding: assertion confirmed error C
// finding: race any error D D
// depends: the result of a vote
__global__ void votes(int* p, int* q) {
  __assert(__all(threadIdx.x < 63)); /*A*/
  __assert(__any(threadIdx.x == 64)); /*B*/
  if (!__all(threadIdx.x > 40)) __assert(threadIdx.x <= 40); /*C*/
  if (__all(p[blockIdx.x * blockDim.x + threadIdx.x] > 3)) q[0] = threadIdx.x; /*D*/
}
