// expect: verified
//
// A block reduction whose object holds a reference to its storage.
template <typename T, int BLOCK> struct BlockReduce {
  struct Storage {
    T warp[BLOCK / 32];
    T total;
  };
  Storage &storage;
  int tid;
  __device__ BlockReduce(Storage &s) : storage(s), tid(threadIdx.x) {}
  template <class Op> __device__ T reduce(T v, Op op) {
    for (int d = 16; d > 0; d >>= 1) v = op(v, __shfl_down_sync(0xffffffffu, v, d));
    if (tid % 32 == 0) storage.warp[tid / 32] = v;
    __syncthreads();
    if (tid == 0) {
      T all = storage.warp[0];
      for (int i = 1; i < BLOCK / 32; i++) all = op(all, storage.warp[i]);
      storage.total = all;
    }
    __syncthreads();
    return storage.total;
  }
};
struct Sum {
  template <typename T> __device__ T operator()(const T &a, const T &b) const { return a + b; }
};
struct Max {
  template <typename T> __device__ T operator()(const T &a, const T &b) const { return a > b ? a : b; }
};
template <int BLOCK> __global__ void softmax(float *out, const float *in, int n) {
  using Reduce = BlockReduce<float, BLOCK>;
  __shared__ typename Reduce::Storage storage;
  float most = -1e30f, sum = 0;
  for (int i = threadIdx.x; i < n; i += BLOCK) most = fmaxf(most, in[blockIdx.x * n + i]);
  most = Reduce(storage).reduce(most, Max());
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += BLOCK) sum += expf(in[blockIdx.x * n + i] - most);
  sum = Reduce(storage).reduce(sum, Sum());
  for (int i = threadIdx.x; i < n; i += BLOCK)
    out[blockIdx.x * n + i] = expf(in[blockIdx.x * n + i] - most) / sum;
}
void host(float *out, float *in, int n) { softmax<256><<<n, 256>>>(out, in, n); }
