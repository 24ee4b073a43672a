// expect: refuted
// flags: --block 8 --grid 1
// finding: assertion possible error A
// A table of constants that a loop goes through: no witness chooses what is in it, so nothing is
// confirmed. That the sum is 16 takes more than induction.
struct Table {
  int a[3];
  constexpr Table() : a{} {
    for (int i = 0; i < 3; ++i)
      a[i] = 5 * i + 3 * (i == 0) - (i == 2) * 2;
  }
  constexpr int sum() const {
    int s = 0;
    for (int e : a)
      s += e;
    return s;
  }
};
constexpr Table values;
static_assert(values.sum() == 16);
__global__ void sums(int* out) {
  __assert(values.sum() == 16); /*A*/
  out[threadIdx.x] = 1;
}
