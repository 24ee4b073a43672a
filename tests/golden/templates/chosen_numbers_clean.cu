// expect: verified
// A static_assert that fails says that other numbers are meant.
template <int BM, int TM> __global__ void tiled(int n, float* c) {
  static_assert(BM % TM == 0 && BM / TM > 1, "threads per row");
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] += BM / TM;
}
template <int TILE> __global__ void only(int n, float* c) {
  static_assert(TILE == 128, "one warp for each row");
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] += TILE;
}
