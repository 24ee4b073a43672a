// expect: verified
// Hillis-Steele scan, as in the textbooks: the halves of the buffer change roles in each round.
__global__ void scan(float* g_out, const float* g_in) {
  extern __shared__ float temp[];
  int t = threadIdx.x;
  int n = blockDim.x;
  int pout = 0, pin = 1;
  int base = blockIdx.x * blockDim.x;
  temp[pout * n + t] = t > 0 ? g_in[base + t - 1] : 0.0f;
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    pout = 1 - pout;
    pin = 1 - pout;
    if (t >= offset)
      temp[pout * n + t] = temp[pin * n + t] + temp[pin * n + t - offset];
    else
      temp[pout * n + t] = temp[pin * n + t];
    __syncthreads();
  }
  g_out[base + t] = temp[pout * n + t];
}
