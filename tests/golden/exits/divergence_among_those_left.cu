// expect: refuted
// finding: divergence confirmed error B
// more: yes
// The leavers are excused, but those still there disagree.
__global__ void edge(float* out, int n) {
  int t = threadIdx.x;
  if (t >= n) return;
  if (t % 2 == 0) __syncthreads(); /*B*/
  out[blockIdx.x * blockDim.x + t] = t;
}
