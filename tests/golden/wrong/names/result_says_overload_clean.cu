// expect: verified
// flags: --block 64
// The template fits better than the function that converts.
#include <type_traits>
template <class T> __device__ auto place(T t) -> std::enable_if_t<std::is_integral_v<T>, int> { return (int)t; }
__device__ int place(long t) { return (int)t + 64; }
__global__ void store() {
  __shared__ int s[128];
  s[place((int)threadIdx.x)] = threadIdx.x;
}
