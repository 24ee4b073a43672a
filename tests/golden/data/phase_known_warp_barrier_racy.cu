// expect: refuted
// flags: --block 64
// finding: race any error A B
// more: yes
// The barrier of a warp says nothing about what other warps have written.
__global__ void warp(int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t; /*A*/
  __syncwarp();
  out[s[63 - t]] = t; /*B*/
}
