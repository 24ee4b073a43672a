// expect: verified
// The template's argument is open; the block has no more threads than it says.
template <int BS> __global__ void __launch_bounds__(BS) rows(float *a) {
  if (BS > 0) a[blockIdx.x * BS + threadIdx.x] = blockIdx.x;
}
