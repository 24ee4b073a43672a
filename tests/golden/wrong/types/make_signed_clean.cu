// expect: verified
// flags: --block 64
#include <type_traits>
__global__ void store() {
  __shared__ int s[64];
  constexpr bool same = std::is_same_v<std::make_signed_t<unsigned char>, char>;
  s[same ? 0 : threadIdx.x] = threadIdx.x;
}
