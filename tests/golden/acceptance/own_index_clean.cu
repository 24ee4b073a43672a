// expect: verified
// The index is read from a cell that the same thread has just written.
__global__ void own_index(int* a, float* b) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  a[tid] = tid;
  int i = a[tid];
  b[i] = 1.5f * tid;
}
