// expect: refuted
// finding: race confirmed error A
// Overloads that conditions on types tell apart.
#include <type_traits>
template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
__device__ int place(T i) {
  return i;
}
template <typename T, typename = std::enable_if_t<std::is_floating_point<T>::value>>
__device__ int place(T) {
  return 0;
}
template <typename T>
__device__ typename std::enable_if<(sizeof(T) > 4), int>::type width(T) {
  return 1;
}
template <typename T>
__device__ typename std::enable_if<(sizeof(T) <= 4), int>::type width(T) {
  return 2;
}
__global__ void places(float* out) {
  const unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) * width(0);
  out[place(1.0f * i) + place(1.0) + width(0.0f)] = i; /*A*/
}
