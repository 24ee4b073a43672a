// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
#include <type_traits>
template <int N, class = void> struct Place {
  static __device__ int of(int t) { return N; }
};
template <int N> struct Place<N, std::enable_if_t<(N > 3)>> {
  static __device__ int of(int t) { return 0; }
};
__global__ void store() {
  __shared__ int s[64];
  s[Place<4>::of(threadIdx.x)] = threadIdx.x; /*A*/
}
