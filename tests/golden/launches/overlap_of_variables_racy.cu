// expect: refuted
// finding: race confirmed error A B
__global__ void shift(float* out, const int* in) {
  int v = in[threadIdx.x]; /*A*/
  out[threadIdx.x] = v; /*B*/
}

void launch(float* a, float* b) { shift<<<1, 32>>>(a, (int*)b); }

int main() {
  float* d;
  cudaMalloc(&d, 4096);
  float* next = &d[4];
  next++;
  cudaMemset(d, 0, 4096);
  launch(next, d);
}
