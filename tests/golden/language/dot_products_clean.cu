// expect: verified
// flags: --block 64
// Dot products of vectors of bytes and halves give known values: here the number of the thread.
__global__ void words(int* out, const char4* v, const uchar4* w) {
  int t = threadIdx.x;
  char4 place = make_char4(t & 31, t >> 5, 0, 0);
  int at = __dp4a(place, make_char4(1, 32, 7, 9), 0);
  at = __dp2a_lo(make_short2(at, 0), make_char4(1, 5, 6, 7), 0);
  at = __dp2a_hi(make_short2(at, 0), make_char4(5, 6, 1, 7), 0);
  unsigned sum = __dp4a(w[t], w[t + 1], 3u) + __dp2a_lo(make_ushort2(t, 2), w[t], 1u);
  out[blockIdx.x * 64 + at] = __dp4a(v[t], v[t + 1], 3) + sum + t; /*A*/
}
