// expect: refuted
// finding: race confirmed error A B
// One array by two names: two members.
__global__ void shift(float* out, const float* in) { 
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}
struct Two { float *x, *y; };
void run(float* a) {
  Two t;
  t.x = a;
  t.y = t.x;
  shift<<<1, 32>>>(t.x, t.y);
}
