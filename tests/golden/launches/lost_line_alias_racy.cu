// expect: refuted
// finding: race confirmed error A
// more: yes
// A line that does not compile names something else: what the launch passes twice is still one.
__global__ void shift(float* y, const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i + 1]; /*A*/
}
int main() {
  float* a;
  cudaMalloc(&a, 404);
  cv::Mat image(10, 10, 0);
  shift<<<1, 256>>>(a, a, 100);
}
