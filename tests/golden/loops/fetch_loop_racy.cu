// expect: refuted
// flags: --block 128
// finding: race confirmed error A B
// A loop in the loop fetches two tiles ahead: two slots need another barrier.
__global__ void scale(float* out, const float* in, int n) {
  __shared__ float slots[2][128];
  for (int k = 0, f = 0; k < n; k++) {
    for (; f < n && f < k + 2; f++) slots[f % 2][threadIdx.x] = in[f * 128 + threadIdx.x]; /*A*/
    __syncthreads();
    out[k * 128 + threadIdx.x] = slots[k % 2][127 - threadIdx.x]; /*B*/
  }
}
