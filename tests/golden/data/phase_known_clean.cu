// expect: verified
// Each cell holds the index of the thread that wrote it: read backwards, they still differ.
__global__ void reverse(int* out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[blockIdx.x * blockDim.x + s[blockDim.x - 1 - t]] = t;
}
