// expect: verified
// flags: --block 32
// Each thread draws among cells of its own.
__global__ void draw(int* out, unsigned seed) {
  unsigned s = seed;
  for (int i = 0; i < 200000; i++)
    s = (s * 1664525u + 1013904223u) ^ (s >> 3);
  out[s % 4] = threadIdx.x; /*A*/
}
