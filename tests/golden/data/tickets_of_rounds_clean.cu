// expect: verified
// The counter starts again in every round, behind a barrier: tickets are compared within one.
__global__ void rounds(int* out, const int* in, int n) {
  __shared__ unsigned int next;
  __shared__ int queue[1024];
  for (int k = 0; k < n; k++) {
    if (threadIdx.x == 0) next = 0;
    __syncthreads();
    if (in[k * blockDim.x + threadIdx.x] > 0) queue[atomicAdd(&next, 1u)] = k;
    __syncthreads();
    if (threadIdx.x < next) out[blockIdx.x * n * 1024 + k * 1024 + threadIdx.x] = queue[threadIdx.x];
    __syncthreads();
  }
}
