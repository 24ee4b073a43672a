// expect: verified
// assumes: blockDim = (32, 1, 1)
// Types and numbers that go through two host templates.
template <class T, int N> __global__ void fill(T* v) {
  v[blockIdx.x * N + threadIdx.x] = T(blockIdx.x);
}

template <class T, int N> void launch(T* v, int blocks) { fill<T, N><<<blocks, N>>>(v); }
template <class T, int N> void both(T* v, int blocks) {
  launch<T, N>(v, blocks);
  launch<T, 2 * N>(v, blocks);
}

void all(float* a, char* b, int blocks) {
  both<float, 32>(a, blocks);
  both<char, 64>(b, blocks);
}
