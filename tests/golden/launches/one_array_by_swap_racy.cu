// expect: refuted
// finding: race possible error A B
// One array by two names: two assignments.
__global__ void shift(float* out, const float* in) { 
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}
void run(float* a, float* b, int n) {
  for (int i = 0; i < n; ++i) {
    float* t = a;
    a = b;
    b = t;
    if (i == 3) b = a;
    shift<<<1, 32>>>(a, b);
  }
}
