// expect: refuted
// finding: race any error R W
// more: yes
// Both loops inline swap(). Only the second one races (arrayLength 13): what is confirmed names it.
__device__ void swap(unsigned &a, unsigned &b, unsigned down) {
  if ((a > b) == down) {
    unsigned t = a; /*R*/
    a = b; /*W*/
    b = t;
  }
}
__global__ void __launch_bounds__(512) sort(unsigned *d, unsigned length, unsigned down) {
  __shared__ unsigned s[1024];
  s[threadIdx.x] = d[threadIdx.x];
  s[threadIdx.x + 512] = d[threadIdx.x + 512];
  for (unsigned stride = length / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    swap(s[pos], s[pos + stride], down);
  }
}
