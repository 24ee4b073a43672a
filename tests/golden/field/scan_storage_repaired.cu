// expect: verified
// origin: NVIDIA/cudf 24249
// flags: --block 128
// A barrier before the storage is used again.
#include <cub/block/block_scan.cuh>

__global__ void page_offsets(int* offsets, const int* sizes, int pages) {
  using Scan = cub::BlockScan<int, 128>;
  __shared__ typename Scan::TempStorage storage;
  int total = 0;
  for (int first = 0; first < pages; first += 128) {
    int page = first + threadIdx.x, size = page < pages ? sizes[page] : 0, offset, sum;
    Scan(storage).ExclusiveSum(size, offset, sum);
    if (page < pages) offsets[page] = total + offset;
    total += sum;
    __syncthreads();
  }
}
