// expect: refuted
// origin: NVIDIA/cudf 24249
// flags: --block 128
// more: yes
// finding: race any error S
// A block-wide scan in a loop, each round in the same storage, no barrier in between.
#include <cub/block/block_scan.cuh>

__global__ void page_offsets(int* offsets, const int* sizes, int pages) {
  using Scan = cub::BlockScan<int, 128>;
  __shared__ typename Scan::TempStorage storage;
  int total = 0;
  for (int first = 0; first < pages; first += 128) {
    int page = first + threadIdx.x, size = page < pages ? sizes[page] : 0, offset, sum;
    Scan(storage).ExclusiveSum(size, offset, sum); /*S*/
    if (page < pages) offsets[page] = total + offset;
    total += sum;
  }
}
