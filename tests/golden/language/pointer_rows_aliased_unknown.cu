// expect: unknown
// flags: --block 32 --grid 1 --alias rows,other
// unknown: U which the kernel may write
__global__ void turn(float** rows, float** other) { /*U*/
  rows[threadIdx.x][0] = threadIdx.x;
}
