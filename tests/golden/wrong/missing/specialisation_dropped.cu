// expect: unknown
// flags: --block 64
// unknown: A Place
template <class T> struct Place {
  static __device__ int of(int t) { return t; }
};
struct Tag;
template <> struct Place<Tag, Unknown> {
  static __device__ int of(int t) { return 0; }
};
__global__ void store() {
  __shared__ int s[64];
  s[Place<Tag>::of(threadIdx.x)] = threadIdx.x; /*A*/
}
