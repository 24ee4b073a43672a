// expect: verified
// assumes: mode == 1
// assumes: mode == 0
// assumes: gridDim = (1, 1, 1)
// With one block a flag says that all threads store what they have; with many each has a cell of
// its own. Neither holds for both launches.
__global__ void collect(int* out, const int* in, int mode) {
  __shared__ int sum[256];
  const int t = threadIdx.x;
  if (mode) {
    sum[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    out[t] = sum[255 - t];
  } else {
    out[blockIdx.x * blockDim.x + t] = in[t];
  }
}

void one(int* out, const int* in) { collect<<<1, 256>>>(out, in, 1); }
void many(int* out, const int* in, int g) { collect<<<g, 256>>>(out, in, 0); }
