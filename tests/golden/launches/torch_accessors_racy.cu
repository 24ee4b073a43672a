// As torch_accessors_clean, but the rows of one of them may lie on each other, as those of an
// expanded tensor do.
// expect: refuted
// finding: race confirmed error A
// more: yes
#include <torch/torch.h>
template <typename scalar_t>
__global__ void add_rows(const torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> in,
                         torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> sums) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (column < sums.size(1)) sums[row][column] += in[row][column]; /*A*/
}
torch::Tensor add(const torch::Tensor& in, torch::Tensor sums) {
  TORCH_CHECK(sums.dim() == 2);
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
