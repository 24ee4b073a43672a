// In place, where there is no array of its own.
// expect: refuted
// finding: race confirmed error A B
__global__ void shift(float* out, const float* in) {
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}

void run(float* in, int n, bool in_place) {
  float* out = in;
  if (!in_place) cudaMalloc(&out, n * sizeof(float));
  shift<<<1, 32>>>(out, in);
}
