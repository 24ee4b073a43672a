// expect: verified
// flags: --block 256
// A cell more after each 32 of shared memory, and after each 1024.
__global__ void stage(int* out, const int* in, int n) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < n; i += 256) s[i + (i >> 5) + (i >> 10)] = in[i];
}
