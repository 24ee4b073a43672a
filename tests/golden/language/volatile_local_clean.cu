// expect: verified
// A volatile variable of the thread's own, whose address nobody has, holds what was written.
__global__ void kernel(int* p) {
  volatile int i = blockIdx.x * blockDim.x + threadIdx.x;
  volatile int twice[2];
  twice[0] = i;
  twice[1] = i;
  p[(twice[0] + twice[1]) / 2] = 1;
}
