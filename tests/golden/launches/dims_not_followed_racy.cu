// expect: refuted
// finding: race confirmed error A
// finding: race confirmed error B
// finding: race confirmed error C
// finding: race confirmed error D
// finding: race confirmed error E
// finding: race confirmed error F
// finding: race confirmed error G
// more: yes
// A grid or block that the host takes from where it is not followed to may have rows and layers, though
// the kernels tell threads and blocks apart along x only.
#include <functional>
#include <utility>
#include <vector>
__global__ void of_vector(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = blockIdx.y; /*A*/
}
__global__ void of_function(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += 1; /*B*/
}
__global__ void of_pair(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += 1; /*C*/
}
__global__ void of_method(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += 1; /*D*/
}
__global__ void of_block(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += 1; /*E*/
}
__global__ void of_parameter(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += 1; /*F*/
}
__global__ void of_caller(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += 1; /*G*/
}
dim3 size_of(int n);
std::pair<dim3, dim3> sizes_of(int n);
struct Runner {
  dim3 grid{4, 4}, block{256};
  void run(float* out) { of_method<<<grid, block>>>(out, 1024); }
};
void pass(dim3 grid, float* out) { of_caller<<<grid, 256>>>(out, 1024); }
void host(float* out, std::function<void(std::function<void(dim3)>)> schedule) {
  std::vector<dim3> sizes{dim3(4, 4)};
  of_vector<<<sizes[0], 256>>>(out, 1024);
  of_function<<<size_of(1024), 256>>>(out, 1024);
  auto [grid, block] = sizes_of(1024);
  of_pair<<<grid, 256>>>(out, 1024);
  of_block<<<4, block>>>(out, 1024);
  schedule([&](dim3 size) { of_parameter<<<size, 256>>>(out, 1024); });
  pass(dim3(4, 4), out);
}
