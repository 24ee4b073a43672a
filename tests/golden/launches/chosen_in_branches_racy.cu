// expect: refuted
// finding: race confirmed error A B
__global__ void shift(float* out, const float* in) {
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}

void run(float* d, float* e, bool back) {
  float* from;
  if (back) {
    from = d;
  } else {
    from = e;
  }
  shift<<<1, 32>>>(e, from);
}
