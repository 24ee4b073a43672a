// expect: refuted
// finding: race confirmed error A B
// One array by two names: a method.
__global__ void shift(float* out, const float* in) { 
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}
struct Runner {
  float* data;
  void run(float* to) { shift<<<1, 32>>>(to, data); }
};
int main() {
  float* a;
  cudaMalloc(&a, 4096);
  Runner r{a};
  r.run(a);
}
