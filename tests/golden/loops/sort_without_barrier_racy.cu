// expect: refuted
// finding: race confirmed error A B
// more: yes
// flags: --block 64 --grid 1
// The barrier stands before all strides of one size: a stride compares what the last one swaps.
__global__ void sort(int* data) {
  __shared__ int s[128];
  s[threadIdx.x] = data[threadIdx.x];
  s[threadIdx.x + 64] = data[threadIdx.x + 64];
  for (unsigned size = 2; size <= 128; size <<= 1) {
    __syncthreads();
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      int a = s[at], b = s[at + stride]; /*A*/
      s[at] = min(a, b); /*B*/
      s[at + stride] = max(a, b);
    }
  }
  __syncthreads();
  data[threadIdx.x] = s[threadIdx.x];
}
