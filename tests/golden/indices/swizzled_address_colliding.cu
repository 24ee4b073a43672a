// expect: refuted
// finding: race confirmed error W W
// flags: --block 32
// assumes: memory begins at a multiple of 1024
// The exchange takes the bits that it changes: four chunks get one place.
#include <cstdint>

extern __shared__ char memory[];

__device__ uint32_t rounded_up(uint32_t at) {
  if (at % 1024 != 0) at += 1024 - at % 1024;
  return at;
}

__device__ uint32_t place(uint32_t tile, int row, int column) {
  const uint32_t at = tile + 2 * (row * 32 + column);
  return at ^ ((at % 64) >> 4 << 4);
}

__device__ void store(uint32_t at, float4 v) {
  asm volatile("st.shared.v4.f32 [%4], {%0, %1, %2, %3};" ::"f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w), "r"(at)); /*W*/
}

__global__ void turn(float4* out, const float4* in) {
  const uint32_t begin = static_cast<uint32_t>(__cvta_generic_to_shared(memory));
  const uint32_t tile = rounded_up(begin + 16), next = (tile + 2048 + 1023) & ~1023u;
  for (int i = 0; i < 4; ++i) {
    const int chunk = i * 32 + threadIdx.x, row = chunk / 4, column = chunk * 8 % 32;
    store(place(tile, row, column), in[chunk]);
    store(place(next, row, column), in[chunk]);
  }
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    const int chunk = 127 - (i * 32 + threadIdx.x), row = chunk / 4, column = chunk * 8 % 32;
    float4 v;
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];" /*R*/
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "r"(place(tile, row, column)));
    out[chunk] = v;
  }
}
