// expect: refuted
// finding: race confirmed error A
constexpr int WIDTH = 32, HEIGHT = 8;

__global__ void __launch_bounds__(WIDTH * HEIGHT, 1) fill(int* out) {
  out[blockIdx.x * 255 + threadIdx.x] = threadIdx.x; /*A*/
}
