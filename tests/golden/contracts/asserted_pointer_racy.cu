// expect: refuted
// assumes: flag != nullptr
// finding: race confirmed error A A
// That the pointers lead to memory does not keep neighbours apart.
#include <cassert>

struct Scale {
  __device__ void operator()(volatile int* flag, const float* s, float* v) const {
    assert(flag);
    assert(s != nullptr && v);
    if (*flag == 1) return;
    v[blockIdx.x * blockDim.x + threadIdx.x / 2] *= s[threadIdx.x]; /*A*/
  }
};
template <class F, class... A> __global__ void apply(volatile int* flag, F f, A... args) {
  f(flag, args...);
}
void run(int* flag, float* s, float* v) { apply<<<2, 32>>>(flag, Scale(), s, v); }
