// expect: verified
// Products of constants in attributes, which are no declarations of pointers.
constexpr int WIDTH = 32, HEIGHT = 8;

__global__ void __launch_bounds__(WIDTH * HEIGHT) fill(int* out) {
  out[blockIdx.x * 256 + threadIdx.x] = threadIdx.x;
}

__global__ void __launch_bounds__(256, WIDTH * HEIGHT) fill_again(int* out) {
  out[blockIdx.x * (WIDTH * HEIGHT) + threadIdx.x] = threadIdx.x;
}
