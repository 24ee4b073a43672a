// expect: verified
// Where control is not followed, a launch is still what it says itself.
__global__ void sum(const float* w, float* c, int n) {
  c[0] = w[0];
  for (int i = 1; i < n; i++)
    c[i] = c[i - 1] + w[i];
}
int main() {
  float *w, *c;
  const int threads = 1;
  cudaMalloc(&w, 400);
  cudaMalloc(&c, 400);
  REPEAT(10) {
    sum<<<1, threads>>>(w, c, 100);
  }
}
