// expect: verified
// flags: --block 64 --grid 1
// A double buffer by inline assembly.

__device__ void copy16(float4* to, const float4* from) {
  unsigned at = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from));
}

__global__ void assembly(const float4* in, float4* out, int n) {
  __shared__ float4 tile[2][64];
  const int t = threadIdx.x;
  copy16(&tile[0][t], &in[t]);
  asm volatile("cp.async.commit_group;");
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n) copy16(&tile[(k + 1) & 1][t], &in[64 * (k + 1) + t]);
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 1;");
    __syncthreads();
    out[64 * k + t] = tile[k & 1][63 - t];
    __syncthreads();
  }
  asm volatile("cp.async.wait_all;");
}
