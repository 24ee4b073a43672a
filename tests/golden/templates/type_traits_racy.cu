// expect: refuted
// finding: race confirmed error A
// What the standard says of types decides.
#include <type_traits>
template <typename T>
__device__ int stride(const T* data) {
  if constexpr (std::is_same_v<T, float>) return 1;
  else if constexpr (std::is_same<std::remove_cv_t<T>, long long>::value) return 2;
  else return 3;
}
template <typename T>
__global__ void strided(T* out) {
  using Number = std::conditional_t<std::is_signed_v<T>, int, unsigned>;
  const Number i = blockIdx.x * blockDim.x + threadIdx.x;
  out[stride(out) * i / 3] = i; /*A*/
}
void run(float* data) { strided<<<64, 128>>>(data); }
