// expect: verified
// flags: --block 256
// assumes: WITH_PAIRS is defined: without it 'Pair' is not declared
// Types that are declared only with macros that the build gives, one within the part of the other.
#ifdef WITH_PAIRS
struct Pair {
  float x, y;
};
#if defined(WITH_QUADS)
struct Quad {
  Pair low, high;
};
#endif
#endif

__global__ void widen(Quad* to, const Pair* from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i].low = to[i].high = from[i];
}
