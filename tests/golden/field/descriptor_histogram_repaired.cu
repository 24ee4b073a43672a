// expect: verified
// origin: alicevision/popsift 82
__global__ void orientation(const int* angle, float* out) {
  __shared__ float bins[36];
  for (int i = threadIdx.x; i < 36; i += blockDim.x) bins[i] = 0.0f;
  __syncthreads();
  int a = angle[blockIdx.x * blockDim.x + threadIdx.x];
  if (a >= 0 && a < 36) atomicAdd(&bins[a], 1.0f);
  __syncthreads();
  for (int i = threadIdx.x; i < 36; i += blockDim.x) out[blockIdx.x * 36 + i] = bins[i];
}
