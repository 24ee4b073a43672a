// expect: refuted
// finding: race confirmed error A B
// assumes: in and out may be one array (launch at
// assumes: distinct pointers point to distinct arrays: in, out, more (but for in and out)
__global__ void shift(const float* in, float* out, float* more, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n - 1) return;
  float next = in[i + 1]; /*A*/
  out[i] = next;          /*B*/
  more[i] = next;
}

void run(float* v, float* w, int n) { shift<<<(n + 255) / 256, 256>>>(v, v, w, n); }
