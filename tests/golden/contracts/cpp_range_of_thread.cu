// expect: unknown
// unknown: A the same for all threads
// What differs from thread to thread is no statement of an array.
__global__ void mark(int* out, const int* bin, int n) {
  __requires(range(bin, 0, threadIdx.x)); /*A*/
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = bin[i];
}
