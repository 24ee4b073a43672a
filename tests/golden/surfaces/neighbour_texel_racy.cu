// expect: refuted
// finding: race any error A B
__global__ void blur(cudaSurfaceObject_t s, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x + 1 >= w) return;
  float right;
  surf2Dread(&right, s, (x + 1) * 4, 0); /*A*/
  surf2Dwrite(right, s, x * 4, 0);       /*B*/
}
