// expect: refuted
// finding: race confirmed error A B
// The host may choose the array that is written.
__global__ void shift(float* out, const float* in) {
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}

void run(float* d, float* e, bool back) {
  float* from = back ? d : e;
  shift<<<1, 32>>>(d, from);
}
