// expect: verified
// All threads of a block look at the same element.
__global__ void data(const int* in, int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = 1;
  if (in[blockIdx.x] > 0) __syncthreads();
  for (int i = 0; i < in[0]; i++) __syncthreads();
}
