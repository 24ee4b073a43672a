// expect: verified
// dim3 and thread_block are types, and here names of variables.
__global__ void permute(int* out, const int* in, int dim1, int dim2, int dim3) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int thread_block, sum = 0;
  for (thread_block = 0; thread_block < dim1; thread_block++) sum += in[thread_block * dim3 + dim2];
  if (i < dim3) out[i] = sum;
}
