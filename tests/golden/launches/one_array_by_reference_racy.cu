// expect: refuted
// finding: race confirmed error A B
// One array by two names: a reference.
__global__ void shift(float* out, const float* in) { 
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}
void run(float* a) {
  float*& b = a;
  shift<<<1, 32>>>(a, b);
}
