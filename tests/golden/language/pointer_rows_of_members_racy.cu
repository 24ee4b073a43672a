// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
struct Pair {
  float *first, *second;
};

// An index that may lead to either member.
__global__ void mix(const Pair* pairs, int which) {
  float* const* all = &pairs[blockIdx.x].first;
  all[which][threadIdx.x] = 1; /*A*/
  pairs[blockIdx.x].second[threadIdx.x + 1] = 2; /*B*/
}
