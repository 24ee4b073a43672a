// expect: verified
// flags: --block 64
typedef void (*Step)(float*, unsigned);
__device__ void halve(float* v, unsigned i) { v[i] = v[i] / 2; }
__device__ void twice(float* v, unsigned i) { v[i] = v[i] * 2; }

__global__ void larger(float* v, Step f, Step g) {
  __requires(f == halve);
  __requires(g == twice);
  Step h = f >= g ? f : g;
  h(v, blockIdx.x * blockDim.x + threadIdx.x);
}

__global__ void kept(float* v, Step f, int n) {
  __requires(n != 0);
  __requires(f == halve);
  void* kept = (void*)f;
  if (n == 0) kept = nullptr;
  ((Step)kept)(v, blockIdx.x * blockDim.x + threadIdx.x);
}
