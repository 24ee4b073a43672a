// Half of a warp comes to a barrier for all.
// expect: refuted
// finding: alignment confirmed error B
// more: yes

__global__ void __launch_bounds__(64) part_of_warp(float* out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (t % 32 < 16)
    __syncthreads(); /*B*/
  out[t] = s[t ^ 1];
}
