// expect: unknown
// flags: --block 32 --grid 1
// unknown: U which the kernel may write
// more: yes
// The pointers change under way: two of them may be one.
__global__ void turn(float** rows) {
  float* first = rows[0]; /*U*/
  rows[1] = first;
  __syncthreads();
  rows[threadIdx.x][threadIdx.x / 32] = threadIdx.x; /*U*/
}
