// expect: verified
// origin: NVIDIA/TransformerEngine 2554
// flags: --block 128 --grid 1
// The same with numbers that exist.
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

#define FIRST 8

enum class Barriers { reserved = FIRST, load, store };

__global__ void numbered(float* out, const float* in) {
  __shared__ float half[64];
  int t = threadIdx.x;
  if (t < 64) {
    half[t] = in[t];
    bar_sync(static_cast<int>(Barriers::store), 64);
    out[t] = half[63 - t];
  }
}
