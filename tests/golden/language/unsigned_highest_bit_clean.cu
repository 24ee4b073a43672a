// expect: verified
// flags: --block 64 --grid 1
// Unsigned numbers that are compared for equality: with others, with what is signed, in cases.
__global__ void kernel(const unsigned* keys, const int* numbers, int* out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  unsigned first = keys[0];
  if (keys[t] == 0xffffffffu) s[t] = 1;
  if (keys[t] != 0xffffffffu) s[t] = 2;
  if (first == keys[0] && numbers[0] == -1 && (int)keys[0] == t) s[64] = t;
  switch (keys[0]) {
  case 0xffffffffu: s[65 + t] = t; break;
  case 5: s[65 + t / 2 * 2 + t % 2] = t; break;
  }
  __syncthreads();
  if (keys[0] == (unsigned)t) s[192] = t;
  out[t] = s[t];
}
