// expect: refuted
// finding: race confirmed error A A
// nvcc says which architectures code is made for, on both sides.
template <class... Archs>
__host__ __device__ constexpr int newest(Archs... archs) {
  int of = 0;
  for (const int arch : {archs...})
    if (arch > of) of = arch;
  return of;
}
__global__ void kernel(int* out) {
  if constexpr (newest(__CUDA_ARCH_LIST__) >= 500) out[0] = threadIdx.x; /*A*/
}
