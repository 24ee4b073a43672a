// expect: verified
// flags: --block 8 --grid 1
// Objects that are constant expressions cannot be set by the host, although CUDA has them in constant
// memory; the three-way comparison of the library returns such objects.
#include <compare>
struct Step {
  signed char v;
  static const Step one;
  constexpr Step(int x) : v(x) {}
};
inline constexpr Step Step::one = Step(1);
struct Place {
  int a;
  auto operator<=>(const Place&) const = default;
};
__device__ Step step() { return Step::one; }
__global__ void constants(int* out) {
  int t = threadIdx.x;
  __assert((Place{t} < Place{3}) == (t < 3));
  out[t * step().v] = t;
}
