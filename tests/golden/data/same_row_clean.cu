// expect: verified
// Threads of one block read the same row start; blocks have parts of their own.
__global__ void rows(int* out, const int* offset) {
  int base = offset[0];
  out[base + blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
