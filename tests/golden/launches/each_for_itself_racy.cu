// expect: refuted
// finding: race confirmed error A
// The second launch has several blocks, and all of them store to the same cells.
__global__ void collect(int* out, const int* in, int mode) {
  __shared__ int sum[256];
  const int t = threadIdx.x;
  if (mode) {
    sum[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    out[t] = sum[255 - t]; /*A*/
  } else {
    out[blockIdx.x * blockDim.x + t] = in[t];
  }
}

void one(int* out, const int* in) { collect<<<1, 256>>>(out, in, 1); }
void two(int* out, const int* in) { collect<<<2, 256>>>(out, in, 1); }
void many(int* out, const int* in, int g) { collect<<<g, 256>>>(out, in, 0); }
