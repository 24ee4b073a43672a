// A partial specialisation for whom it is meant, and for nobody else.
// expect: verified
// flags: --block 64
template <bool SHARED, int N> struct Store {
  __device__ static void put(float* to, float v) { to[0] = v; }
};
template <int N> struct Store<true, N> {
  __device__ static void put(float* to, float v) { to[threadIdx.x % N] = v; }
};
template <typename T, int N> struct Tile;
template <typename T> struct Tile<T, 64> {
  T cells[64];
  __device__ void put(T v) { cells[threadIdx.x] = v; }
};
template <> struct Tile<int, 64> {
  int cells[64];
  __device__ void put(int v) { cells[63 - threadIdx.x] = v; }
};

__global__ void stores(float* out, const float* in) {
  __shared__ float s[64];
  __shared__ Tile<float, 64> tile;
  __shared__ Tile<int, 64> numbers;
  Store<true, 64>::put(s, in[threadIdx.x]);
  tile.put(in[threadIdx.x]);
  numbers.put(3);
  out[blockIdx.x * 64 + threadIdx.x] =
      s[threadIdx.x] + tile.cells[threadIdx.x] + numbers.cells[63 - threadIdx.x];
}
