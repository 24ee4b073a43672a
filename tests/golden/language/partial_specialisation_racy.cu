// The partial specialisation that fits writes one cell; the template itself would not.
// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
template <bool SHARED, int N> struct Store {
  __device__ static void put(float* to, float v) { to[threadIdx.x % N] = v; }
};
template <int N> struct Store<true, N> {
  __device__ static void put(float* to, float v) { to[0] = v; } /*A*/
};

__global__ void stores(float* out) { Store<true, 64>::put(out, threadIdx.x); }
