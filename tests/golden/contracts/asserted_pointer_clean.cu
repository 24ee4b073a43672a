// expect: verified
// assumes: flag != nullptr
// assumes: args != nullptr
// That there is memory behind what the host passes is asked of launches, also where a function that
// the kernel calls first of all asks it.
#include <cassert>

struct Scale {
  __device__ void operator()(volatile int* flag, const float* s, float* v) const {
    assert(flag);
    assert(s != nullptr && v);
    if (*flag == 1) return;
    v[blockIdx.x * blockDim.x + threadIdx.x] *= *s;
  }
};
template <class F, class... A> __global__ void apply(volatile int* flag, F f, A... args) {
  f(flag, args...);
}
void run(int* flag, float* s, float* v) { apply<<<2, 32>>>(flag, Scale(), s, v); }
