// expect: verified
// The barrier's condition mentions the thread, but holds for every thread.
__global__ void shift(float* data) {
  extern __shared__ float s[];
  int tid = threadIdx.x;
  int g = blockIdx.x * blockDim.x + tid;
  s[tid] = data[g];
  if (tid < blockDim.x) __syncthreads();
  data[g] = tid > 0 ? s[tid - 1] : 0.0f;
}
