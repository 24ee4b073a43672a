// expect: refuted
// finding: race confirmed error A B
// One array by two names: a lambda.
__global__ void shift(float* out, const float* in) { 
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}
int main() {
  float* a;
  cudaMalloc(&a, 4096);
  auto go = [](float* x, float* y) { shift<<<1, 32>>>(x, y); };
  go(a, a);
}
