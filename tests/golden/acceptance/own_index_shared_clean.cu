// expect: verified
__global__ void own_index(float* b) {
  __shared__ int a[1024];
  int tid = threadIdx.x;
  a[tid] = tid;
  int i = a[tid];
  b[blockIdx.x * blockDim.x + i] = 2.0f;
}
