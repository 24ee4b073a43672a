// Accessors of tensors that lie side by side in memory: of one that is checked to, and of one that
// is made.
// expect: verified
#include <torch/torch.h>
template <typename scalar_t>
__global__ void add_rows(const torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> in,
                         torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> sums) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (column < sums.size(1)) sums[row][column] += in[row][column];
}
torch::Tensor add(const torch::Tensor& in, torch::Tensor sums) {
  TORCH_CHECK(sums.is_contiguous() && sums.dim() == 2);
  TORCH_CHECK(in.size(1) == sums.size(1));
  auto other = torch::zeros({in.size(0), in.size(1)}, in.options());
  const dim3 blocks((sums.size(1) + 127) / 128, in.size(0));
  AT_DISPATCH_FLOATING_TYPES(in.type(), "add_rows", ([&] {
    add_rows<scalar_t><<<blocks, 128>>>(in.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>(),
                                        sums.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>());
    add_rows<scalar_t><<<blocks, 128>>>(in.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>(),
                                        other.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>());
  }));
  return sums;
}
