// expect: verified
// Where it is written that there is one row of blocks and of threads, that counts, whatever x is; and a
// grid that callers elsewhere have to give is taken to be as the kernel means it.
#include <vector>
__global__ void of_vector(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += 1;
}
__global__ void of_caller(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += 1;
}
__global__ void of_own_callers(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += 1;
}
void any(const dim3& grid, dim3 block, float* out) { of_caller<<<grid, block>>>(out, 1024); }
void pass(dim3 grid, float* out) { of_own_callers<<<grid, 256>>>(out, 1024); }
void host(float* out, int n) {
  std::vector<int> sizes{4, 8};
  auto launch = [&](int blocks) { of_vector<<<blocks, sizes[0]>>>(out, 1024); };
  launch(sizes[1]);
  pass(dim3(n / 256), out);
}
