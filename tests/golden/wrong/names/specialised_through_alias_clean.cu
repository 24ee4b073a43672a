// expect: verified
// flags: --block 64
template <class T> struct Places {
  __device__ int of(int t) { return 7; }
};
using Bytes = Places<char>;
template <> __device__ int Bytes::of(int t) { return t; }
__global__ void store() {
  __shared__ int s[64];
  Bytes places;
  s[places.of(threadIdx.x)] = threadIdx.x;
}
