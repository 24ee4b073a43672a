// cp.async: two groups in flight, waited for one by one.
// expect: verified
// arch: sm_80

__device__ __forceinline__ void copy(void* to, const void* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from)
               : "memory");
}

__global__ void __launch_bounds__(64) async_copy(const float* in, float* out) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  copy(&s[0][t], in + t);
  asm volatile("cp.async.commit_group;" ::: "memory");
  float sum = 0;
  for (int i = 0; i < 8; ++i) {
    if (i < 7) copy(&s[(i + 1) % 2][t], in + 64 * (i + 1) + t);
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    sum += s[i % 2][63 - t];
    __syncthreads();
  }
  out[t] = sum;
}
