// expect: refuted
// flags: --block 8 --grid 1
// finding: race confirmed error A A
// A signed bit-field within its unit: reading it shifts its sign bit to the top, which loses what lies
// above it and must not be taken for arithmetic that never overflows. Only thread 0 has no sign.
struct Fields {
  unsigned low : 19;
  short middle : 7;
  int : 0;
  int high : 19;
};
__global__ void sides(int* out) {
  int t = threadIdx.x;
  Fields f = {};
  f.middle = -t;
  __assert((f.middle < 0) == (t > 0));
  __assert(f.middle == -t);
  out[f.middle < 0 ? 1 : t] = t; /*A*/
}
