// expect: refuted
// flags: --block 512
// finding: race confirmed error A|B A|B
// more: yes
// As masks_of_halved_length_clean, with the mask of half a stride.
__global__ void merge(int* data, unsigned n) {
  __requires(2 <= n && n <= 1024 && (n & (n - 1)) == 0);
  __shared__ int s[1024];
  s[threadIdx.x] = data[threadIdx.x];
  s[threadIdx.x + 512] = data[threadIdx.x + 512];
  for (unsigned stride = n / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    const unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride / 2 - 1));
    if (s[at] > s[at + stride]) { /*A*/
      const int less = s[at + stride]; /*A*/
      s[at + stride] = s[at]; /*B*/
      s[at] = less; /*B*/
    }
  }
  __syncthreads();
  data[threadIdx.x] = s[threadIdx.x];
  data[threadIdx.x + 512] = s[threadIdx.x + 512];
}
