// expect: refuted
// finding: race confirmed error W R
// The second barrier is missing. A structure that is passed by value and const: that its address is handed to the copy engine hides nothing of what it
// holds, neither the bound of the loop around barriers nor the pointer.
struct __align__(64) map {
  unsigned long long bits[16];
};

struct arguments {
  map tiles;
  float* out;
  int n;
};

__device__ void prefetch(const map* m) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(reinterpret_cast<unsigned long long>(m)) : "memory");
}

__global__ void __launch_bounds__(64) turn(const __grid_constant__ arguments g) {
  __shared__ float s[64];
  if (threadIdx.x == 0) prefetch(&g.tiles);
  for (int i = 0; i < (g.n + 63) / 64; ++i) {
    s[threadIdx.x] = i; /*W*/
    asm volatile("bar.sync 1, 64;" ::: "memory");
    g.out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; /*R*/
  }
}
