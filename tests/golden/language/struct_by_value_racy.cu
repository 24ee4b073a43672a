// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A B
// A whole struct that is read and one that is written are accesses to all of their parts.
struct Pair {
  int first, second;
};
__device__ Pair next(const Pair* of, int i) { return of[i + 1]; /*B*/ }
__global__ void shift(Pair* pairs) {
  const Pair mine = next(pairs, threadIdx.x);
  pairs[threadIdx.x] = Pair{mine.second, mine.first}; /*A*/
}
