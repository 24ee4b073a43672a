// expect: refuted
// finding: race confirmed error A B
// Both point into one allocation, an element apart.
__global__ void shift(float* out, const float* in) {
  float v = in[threadIdx.x]; /*A*/
  out[threadIdx.x] = v; /*B*/
}

void run(float* d) { shift<<<1, 32>>>(d, d + 1); }
