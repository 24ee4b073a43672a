// expect: verified
// Sizes of templates of which there are no instances that spell out one dimension, and those that
// only callers elsewhere know.
template <class T> __global__ void add(T* p) { p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

template <class T> void host(T* p, int n, const dim3& blocks, dim3 threads) {
  const dim3 block(256);
  dim3 grid((n + block.x - 1) / block.x);
  add<T><<<grid, block>>>(p);
  add<T><<<n, sizeof(T)>>>(p);
  add<T><<<blocks, threads>>>(p);
  add<T><<<dim3(n, 1, 1), n > 1000 ? 256 : 32>>>(p);
}
