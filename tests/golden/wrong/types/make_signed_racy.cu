// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
#include <type_traits>
__global__ void store() {
  __shared__ int s[64];
  constexpr bool same = std::is_same_v<std::make_signed_t<unsigned char>, signed char>;
  s[same ? 0 : threadIdx.x] = threadIdx.x; /*A*/
}
