// expect: verified
//
// What the launches do not write, the types of their arguments say.
template <typename T, int N> struct Tile {
  T v[N];
  __device__ T &at(int i) { return v[i]; }
};
template <typename T> struct Tile<T, 1> {
  T x;
  __device__ T &at(int) { return x; }
};
struct Shift {
  int by;
  __host__ __device__ int operator()(int i) const { return i + by; }
};
template <typename T, int N, class Op> __global__ void fill(T *out, Op op, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Tile<T, N> t;
  for (int k = 0; k < N; k++) t.at(k) = op(k);
  if (i < n) out[i] = t.at(0);
}
template <class Op> __global__ void apply(int *out, Op op) { out[op(threadIdx.x)] = threadIdx.x; }
void host(float *p, int *q, int n) {
  fill<float, 4><<<(n + 63) / 64, 64>>>(p, Shift{3}, n);
  Shift one{1};
  fill<float, 1><<<(n + 63) / 64, 64>>>(p, one, n);
  apply<<<1, 64>>>(q, one);
}
