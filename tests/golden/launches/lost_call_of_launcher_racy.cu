// expect: refuted
// finding: race confirmed error A
// more: yes
// A call that is not in the tree passes another size.
__global__ void sum(const float* w, float* c, int n) {
  c[0] = w[0];
  for (int i = 1; i < n; i++)
    c[i] = c[i - 1] + w[i]; /*A*/
}
static void run(float* w, float* c, int threads) { sum<<<1, threads>>>(w, c, 100); }
int main() {
  float *w, *c;
  cudaMalloc(&w, 400);
  cudaMalloc(&c, 400);
  run(w, c, 1);
  run(w, c, cv::threads());
  cv::Mat m = image(run(w, c, 64));
}
