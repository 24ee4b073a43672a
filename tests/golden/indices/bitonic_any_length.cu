// expect: refuted
// flags: --timeout 1
// finding: race any error A A
// more: yes
// A bitonic sort in shared memory whose launch says no more of the length than that the batch fills
// whole blocks: 6 is a length, too, and sorts with strides of 3. Masks, shifts and a product of sizes.
__global__ void sort(unsigned* keys, unsigned length) {
  __shared__ unsigned s[1024];
  keys += blockIdx.x * 1024 + threadIdx.x;
  s[threadIdx.x] = keys[0];
  s[threadIdx.x + 512] = keys[512];
  for (unsigned size = 2; size < length; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned p = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      unsigned a = s[p], b = s[p + stride]; /*A*/
      s[p] = min(a, b);                     /*A*/
      s[p + stride] = max(a, b);            /*A*/
    }
  for (unsigned stride = length / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    unsigned p = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    unsigned a = s[p], b = s[p + stride]; /*A*/
    s[p] = min(a, b);          /*A*/
    s[p + stride] = max(a, b); /*A*/
  }
  __syncthreads();
  keys[0] = s[threadIdx.x];
  keys[512] = s[threadIdx.x + 512];
}
void run(unsigned* keys, unsigned batch, unsigned length) {
  if (length < 2) return;
  assert(length <= 1024);
  assert((batch * length) % 1024 == 0);
  sort<<<batch * length / 1024, 512>>>(keys, length);
}
