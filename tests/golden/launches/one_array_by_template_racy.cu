// expect: refuted
// finding: race confirmed error A B
// One array by two names: a template that passes on what it gets.
__global__ void shift(float* out, const float* in) { 
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}
template <class... A> void go(A... args) { shift<<<1, 32>>>(args...); }
int main() {
  float* a;
  cudaMalloc(&a, 4096);
  go(a, a);
}
