// expect: verified
// The size of the block as a value of its own: copied, handed on, kept in a structure.
struct Queue {
  dim3 threads;
  int count;
  __device__ void reset(int t, dim3 block) {
    threads = block;
    if (t == 0) count = block.x;
  }
};

__device__ int place(uint3 thread, const dim3& block) { return thread.x + block.x * thread.y; }

__global__ void fill(int* a) {
  __shared__ int kept;
  dim3 d = blockDim;
  Queue q;
  q.reset(threadIdx.x + d.x * threadIdx.y, d);
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) kept = q.count;
  __syncthreads();
  if (threadIdx.z == 0 && blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0)
    a[place(threadIdx, q.threads)] = kept;
}
