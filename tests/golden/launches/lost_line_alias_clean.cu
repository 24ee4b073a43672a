// expect: verified
// A line that does not compile names something else: the launch passes two arrays.
__global__ void shift(float* y, const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i + 1];
}
int main() {
  float *a, *b;
  cudaMalloc(&b, 404);
  cudaMalloc(&a, 404);
  cv::Mat image(10, 10, 0);
  shift<<<1, 256>>>(b, a, 100);
}
