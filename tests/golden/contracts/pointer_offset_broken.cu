// expect: refuted
// flags: --block 32 --grid 1
// finding: assertion confirmed error A
__device__ void fill(int* p) {
  __requires(__ptr_offset_bytes(p) == 0); /*A*/
  p[threadIdx.x] = 1;
}

__global__ void outer(int* p) { fill(p + 4); }
