// expect: verified
struct Roles {
  template <bool whole> __device__ void run(float* to) {
    step<whole, 1, 2>(to);
    finish<whole, 1>(to);
  }
  template <bool whole, int a, int b> __device__ void step(float* to) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    to[threadIdx.x % 32] = 1.f;
  }
  template <bool whole, int a> __device__ void finish(float* to) {
    asm volatile("bar.arrive 2, 64;" ::: "memory");
  }
};
__global__ void __launch_bounds__(64) pipe(float* out, int n) {
  __shared__ float buffer[32];
  Roles roles;
  if (threadIdx.x >= 32) {
    for (int i = 0; i < n; i++) roles.run<true>(buffer);
  } else {
    for (int i = 0; i < n; i++) {
      asm volatile("bar.arrive 1, 64;" ::: "memory");
      asm volatile("bar.sync 2, 64;" ::: "memory");
      out[(blockIdx.x * n + i) * 32 + threadIdx.x] = buffer[threadIdx.x];
    }
  }
}
