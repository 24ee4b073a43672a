// expect: refuted
// finding: race confirmed error A B
__global__ void shift(float* out, const float* in) {
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}

void run(int n) {
  float* d[2];
  cudaMalloc(&d[0], n * sizeof(float));
  cudaMalloc(&d[1], n * sizeof(float));
  if (n > 1000) d[0] = d[1];
  shift<<<1, 32>>>(d[0], d[1]);
}
