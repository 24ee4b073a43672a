// expect: verified
// flags: --block 64
// Statements about one value in two threads are asserted of all pairs of a block.
__device__ int next(int x) {
  __requires(__distinct_int(x));
  return x + 1;
}
__global__ void words(int n) {
  int t = next(threadIdx.x);
  __assert(__uniform_int(n) & __uniform_int(blockIdx.x) & __uniform_bool(n > 3));
  __assert(__distinct_int(t));
  __assert(__implies(t == 4, __other_int(t) != 4));
  __assert(__implies(n > 3, __other_bool(n > 3)));
}
