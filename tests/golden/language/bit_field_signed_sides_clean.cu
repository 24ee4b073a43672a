// expect: verified
// flags: --block 8 --grid 1
// Signed bit-fields in the middle and at the top of their unit, negative and not.
struct Fields {
  unsigned low : 19;
  int middle : 6;
  int top : 7;
};
__global__ void sides(int* out) {
  int t = threadIdx.x;
  Fields f = {};
  f.middle = 3 - t;
  f.top = -t;
  f.low = 5;
  __assert(f.middle == 3 - t && f.top == -t && f.low == 5);
  out[f.middle + 8] = t;
  f.top += 70;
  __assert(f.top == (t > 6 ? 63 : -58 - t));
}
