// expect: verified
// flags: --grid 1
__global__ void halo(int* data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = data[i + 1];
  __syncthreads();
  data[i] = v;
}
