// expect: refuted
// finding: race confirmed error A
// more: yes
// So may a condition, of which only the place is in the tree.
__global__ void sum(const float* w, float* c, int n) {
  c[0] = w[0];
  for (int i = 1; i < n; i++)
    c[i] = c[i - 1] + w[i]; /*A*/
}
int main() {
  float *w, *c;
  int threads = 1;
  cudaMalloc(&w, 400);
  cudaMalloc(&c, 400);
  if (!cv::read(threads)) return 1;
  sum<<<1, threads>>>(w, c, 100);
}
