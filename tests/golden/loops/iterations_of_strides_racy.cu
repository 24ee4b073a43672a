// expect: refuted
// finding: race confirmed error A B
// more: yes
// cell: A 2 * threadIdx.x - (threadIdx.x & (stride - 1))
// cell: B 2 * threadIdx.x - (threadIdx.x & (stride - 1)) + stride
// flags: --block 64 --grid 1
// What is written depends on memory, so that a run comes to other cells than the solver's model:
// the iterations that are told are those of the run's cells.
__global__ void sort(int* data) {
  __shared__ int s[128];
  s[threadIdx.x] = data[threadIdx.x];
  s[threadIdx.x + 64] = data[threadIdx.x + 64];
  for (unsigned size = 2; size <= 128; size <<= 1) {
    __syncthreads();
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      int a = s[at], b = s[at + stride];
      s[at] = min(a, b);          /*A*/
      s[at + stride] = max(a, b); /*B*/
    }
  }
  __syncthreads();
  data[threadIdx.x] = s[threadIdx.x];
}
