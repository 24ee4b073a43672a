// expect: refuted
// finding: race confirmed error A B
// A pointer that cudaGetSymbolAddress gives leads to the array that it names.
__device__ int cells[64];
__global__ void mirror(int* p) {
  p[threadIdx.x] = threadIdx.x; /*A*/
  cells[63 - threadIdx.x] = 7;  /*B*/
}
void host() {
  int* p;
  cudaGetSymbolAddress((void**)&p, cells);
  mirror<<<1, 64>>>(p);
}
