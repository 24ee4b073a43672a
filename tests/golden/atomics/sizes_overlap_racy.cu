// expect: refuted
// flags: --block 2 --grid 1
// finding: race confirmed error A B
// Both are atomic, but not for each other: only accesses to the same bytes are.
__global__ void halves(unsigned long long* sums) {
  if (threadIdx.x == 0) atomicAdd(&sums[0], 1ull); /*A*/
  if (threadIdx.x == 1) atomicAdd(reinterpret_cast<unsigned*>(sums) + 1, 1u); /*B*/
}
