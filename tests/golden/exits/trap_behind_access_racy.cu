// expect: refuted
// finding: race any error A B
// more: yes
// What was done before the trap was done.
__global__ void checked(float* out, const int* in) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  const int v = in[blockIdx.x * 128 + t];
  s[t] = v; /*A*/
  if (s[127 - t] < 0) __trap(); /*B*/
  __syncthreads();
  out[blockIdx.x * 128 + t] = s[127 - t];
}
void host(float* out, const int* in) { checked<<<8, 128>>>(out, in); }
