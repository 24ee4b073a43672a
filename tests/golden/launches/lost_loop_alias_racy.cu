// expect: refuted
// finding: race confirmed error A
// more: yes
// Where control is lost, what the rest of the function says of pointers still makes them one.
__global__ void shift(float* y, const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i + 1]; /*A*/
}
int main() {
  float *a, *b;
  cudaMalloc(&a, 404);
  b = a;
  REPEAT(3) {
    shift<<<1, 256>>>(a, b, 100);
  }
}
