// An extension of PyTorch: what it checks of its tensors holds behind, for each of the types that it
// is launched with.
// expect: verified
#include <torch/extension.h>

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
template <typename scalar_t>
__global__ void swap_halves(const scalar_t* __restrict__ in, scalar_t* __restrict__ out, int64_t n) {
  const int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i < (n + 1) / 2) {
    out[i] = in[n / 2 + i];
    out[n / 2 + i] = in[i];
  }
}
torch::Tensor swap_halves_of(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda(), "x must be on the device");
  TORCH_CHECK(x.size(0) % 2 == 0, "x must have two halves");
  const at::cuda::OptionalCUDAGuard guard(device_of(x));
  auto y = torch::empty_like(x);
  const int threads = 256, blocks = (x.size(0) / 2 + threads - 1) / threads;
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), "swap_halves", ([&] {
    swap_halves<scalar_t><<<blocks, threads, 0, at::cuda::getCurrentCUDAStream()>>>(
        x.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), x.size(0));
  }));
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return y;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("swap_halves", &swap_halves_of, py::arg("x")); }
