// expect: verified
__device__ int count;
__global__ void remember(const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) atomicAdd(&count, 1);
}
