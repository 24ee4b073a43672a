// expect: unknown
// unknown: B no matching function
// The condition is not understood, and with it which function is meant.
#include <type_traits>
template <typename T, std::enable_if_t<is_special<T>::value, int> = 0>
__device__ int place(T i) {
  return i;
}
template <typename T, std::enable_if_t<!is_special<T>::value, int> = 0>
__device__ int place(T) {
  return 0;
}
__global__ void places(int* out) { out[place(threadIdx.x)] = threadIdx.x; /*B*/ }
