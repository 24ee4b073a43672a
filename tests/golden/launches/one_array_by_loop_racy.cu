// expect: refuted
// finding: race confirmed error A B
// One array by two names: after an iteration.
__global__ void shift(float* out, const float* in) { 
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}
void run(float* a, float* b, int n) {
  for (int i = 0; i < n; ++i) {
    shift<<<1, 32>>>(a, b);
    a = b;
  }
}
