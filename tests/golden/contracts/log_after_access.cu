// expect: unknown
// flags: --block 32 --grid 1
// unknown: A relates two threads
// unknown: B relates two threads
__global__ void scale(float* v) {
  const unsigned i = threadIdx.x;
  for (int n = 0; n < 4; ++n) {
    __assert(__read_implies(v, __read_offset_bytes(v) / sizeof(float) == i)); /*A*/
    __assert(__write_implies(v, __write_offset_bytes(v) / sizeof(float) == i)); /*B*/
    v[i] = v[i] * 2;
  }
}
