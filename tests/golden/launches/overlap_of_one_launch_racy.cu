// expect: refuted
// finding: race confirmed error A B
// The last launch is one element short.
__global__ void shift(float* out, const float* in) {
  float v = in[threadIdx.x]; /*A*/
  out[threadIdx.x] = v; /*B*/
}

void run(float* d, float* e) {
  shift<<<1, 32>>>(d, d);
  shift<<<1, 32>>>(d, d + 32);
  shift<<<1, 64>>>(d, e);
  shift<<<1, 64>>>(d, d + 63);
}
