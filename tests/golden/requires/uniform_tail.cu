// expect: verified
// flags: --infer-requires
// under: n % blockDim.x == 0
// A barrier behind the guard of the tail.
__global__ void reverse(int* out, const int* in, unsigned n) {
  __shared__ int s[1024];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s[blockDim.x - 1 - threadIdx.x];
  }
}
