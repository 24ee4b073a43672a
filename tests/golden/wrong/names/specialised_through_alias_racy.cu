// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
template <class T> struct Places {
  __device__ int of(int t) { return 7; }
};
using Bytes = Places<char>;
template <> __device__ int Bytes::of(int t) { return 0; }
__global__ void store() {
  __shared__ int s[64];
  Bytes places;
  s[places.of(threadIdx.x)] = threadIdx.x; /*A*/
}
