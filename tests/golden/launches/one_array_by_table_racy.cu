// expect: refuted
// finding: race confirmed error A B
// One array by two names: an array of pointers.
__global__ void shift(float* out, const float* in) { 
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}
void run(float* a) {
  float* both[2] = {a, a};
  shift<<<1, 32>>>(both[0], both[1]);
}
