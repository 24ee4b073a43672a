// cost: 110
// checks: 2
// What one iteration writes, the next one reads: one barrier, anywhere in the loop,
// beside the one of the warp that stays there (10).
__global__ void next_iteration(float *out, int n) {
  __shared__ float s[2][256];
  int t = threadIdx.x;
  s[0][t] = t;
  for (int i = 0; i < n; ++i) {
    __syncwarp();
    s[(i + 1) % 2][t] = s[i % 2][255 - t];
  }
  out[t] = s[n % 2][t];
}
void launch(float *out, int n) { next_iteration<<<1, 256>>>(out, n); }
