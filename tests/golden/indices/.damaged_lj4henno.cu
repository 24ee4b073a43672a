// expect: refuted
// flags: --block 32,8
// finding: race confirmed error A A
// more: yes
// Lines of any width: the permuted column may be one of the next line.
__global__ void permute(float* out, const float* in, int w) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, pitch = gridDim.x * 32;
  if (x < w) out[y * w + (x ^ (y & 7))] = in[y * w + x]; /*A*/
#pragma frobnicate
}
