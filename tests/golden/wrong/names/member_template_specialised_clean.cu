// expect: verified
// flags: --block 64
struct Places {
  template <int N> __device__ int of(int t) { return 7; }
};
template <> __device__ int Places::of<0>(int t) { return t; }
__global__ void store() {
  __shared__ int s[64];
  Places places;
  s[places.of<0>(threadIdx.x)] = threadIdx.x;
}
