// expect: verified
// flags: --block 128
// A loop in the loop fetches two tiles ahead: with three slots one barrier an iteration is enough.
__global__ void scale(float* out, const float* in, int n) {
  __shared__ float slots[3][128];
  for (int k = 0, f = 0; k < n; k++) {
    for (; f < n && f < k + 2; f++) slots[f % 3][threadIdx.x] = in[f * 128 + threadIdx.x]; /*A*/
    __syncthreads();
    out[k * 128 + threadIdx.x] = slots[k % 3][127 - threadIdx.x]; /*B*/
  }
}
