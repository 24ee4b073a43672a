// expect: refuted
// finding: race possible error W W
template <int BS> __global__ void __launch_bounds__(BS) rows(float *a) {
  if (BS > 0) a[blockIdx.x * (BS - 1) + threadIdx.x] = blockIdx.x; /*W*/
}
