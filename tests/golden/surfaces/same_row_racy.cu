// expect: refuted
// finding: race any error A
// more: yes
//
// The rows of blocks in y are the same.
__global__ void fill(cudaSurfaceObject_t s) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y / 2;
  surf2Dwrite(1.0f * threadIdx.y, s, x * 4, y); /*A*/
}
void host(cudaSurfaceObject_t s) { fill<<<4, dim3(16, 4)>>>(s); }
