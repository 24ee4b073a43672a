// expect: verified
// Buffers that change places are taken to be distinct, and it is said.
__global__ void shift(float* out, const float* in) {
  float v = in[threadIdx.x + 1];
  out[threadIdx.x] = v;
}

void run(float* d, float* e, int n) {
  for (int i = 0; i < n; ++i) {
    shift<<<1, 32>>>(d, e);
    float* t = d;
    d = e;
    e = t;
  }
}
