// expect: refuted
// flags: --block 128
// finding: race any error S
// The storage of a reduction, for items whose members have initial values, is used again without a barrier in between.
#include <cub/block/block_reduce.cuh>

struct Best {
  int place = -1;
  float value = -1e30f;
};

__global__ void best(int* places, const float* values, int n, int rounds) {
  using Reduce = cub::BlockReduce<Best, 128>;
  __shared__ union {
    typename Reduce::TempStorage first;
    float other[4];
  } storage;
  for (int round = 0; round < rounds; ++round) {
    Best own;
    for (int i = threadIdx.x; i < n; i += 128)
      if (values[i] > own.value) {
        own.value = values[i];
        own.place = i;
      }
    Best all = Reduce(storage.first).Reduce(own, [](Best a, Best b) { return a.value < b.value ? b : a; }); /*S*/
    if (threadIdx.x == 0) places[blockIdx.x * rounds + round] = all.place;
  }
}
