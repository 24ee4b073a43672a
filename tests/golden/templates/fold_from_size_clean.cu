// expect: verified
// flags: --block 64
// A fold that starts with the size of its pack: 2 + t + t.
template <class... Ts>
__device__ int place(Ts... ts) {
  return (sizeof...(ts) + ... + ts);
}
__global__ void packs(float* out) { out[place((int)threadIdx.x, (int)threadIdx.x)] = threadIdx.x; }
