// expect: verified
// assumes: tickets holds zeros at the launch
//
// One counter for each column of blocks: split-K.
#include <cuda/atomic>
__global__ void split(float* partial, float* out, int* tickets) {
  __shared__ int drawn;
  int t = threadIdx.x, w = gridDim.x * blockDim.x, c = blockIdx.x * blockDim.x + t;
  partial[blockIdx.y * w + c] = t;
  __syncthreads();
  if (t == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ticket(tickets[blockIdx.x]);
    drawn = ticket.fetch_add(1, cuda::memory_order_acq_rel);
  }
  __syncthreads();
  if (drawn == gridDim.y - 1) {
    float sum = 0;
    for (int k = 0; k < gridDim.y; k++) sum += partial[k * w + c];
    out[c] = sum;
  }
}
