// expect: verified
// assumes: pointers passed by the host point to no array of the file: cells
// What a pointer is given by cudaGetSymbolAddress is not followed: that it is another array is printed.
__device__ int cells[64];
__global__ void mirror(int* p) {
  p[threadIdx.x] = threadIdx.x;
  cells[63 - threadIdx.x] = 7;
}
void host() {
  int* p;
  cudaGetSymbolAddress((void**)&p, cells);
  mirror<<<1, 64>>>(p);
}
