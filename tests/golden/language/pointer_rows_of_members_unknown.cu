// expect: unknown
// flags: --block 64
// unknown: A a pointer that is loaded from memory
struct Pair {
  float *first, *second;
};

// An index that leads from one member to the next, which C++ does not define.
__global__ void mix(const Pair* pairs, int which) {
  float* const* all = &pairs[blockIdx.x].first;
  all[which][threadIdx.x] = 1; /*A*/
  pairs[blockIdx.x].second[threadIdx.x + 1] = 2;
}
