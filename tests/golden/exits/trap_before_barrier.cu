// expect: verified
// A trap ends the launch: nobody goes on for whom the thread would be missing.
__global__ void checked(float* out, const int* in) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  const int v = in[blockIdx.x * 128 + t];
  if (v < 0) __trap();
  s[t] = v;
  __syncthreads();
  out[blockIdx.x * 128 + t] = s[127 - t];
}
void host(float* out, const int* in) { checked<<<8, 128>>>(out, in); }
