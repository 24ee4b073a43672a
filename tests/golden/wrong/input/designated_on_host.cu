// expect: verified
struct Setup {
  int blocks, threads;
};
constexpr Setup setup{.blocks = 2, .threads = 64};
__global__ void store(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void host(int* p) {
  auto [blocks, threads] = setup;
  store<<<blocks, threads>>>(p);
}
