// expect: refuted
// finding: race any error A B
// more: yes
// Who does not trap races as before.
__global__ void checked(float* out, const int* in) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  const int v = in[blockIdx.x * 128 + t];
  if (v < 0) __trap();
  s[t] = v; /*A*/
  out[blockIdx.x * 128 + t] = s[127 - t]; /*B*/
}
void host(float* out, const int* in) { checked<<<8, 128>>>(out, in); }
