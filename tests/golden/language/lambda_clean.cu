// expect: verified
// A lambda sees the variables of the function by reference or as they were when it was made.
template <typename F> __device__ void apply(F f, int i) { f(i); }
__global__ void scale(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int offset = 0;
  auto at = [=](int k) { return k + offset; };
  offset = n;
  auto store = [&](int k) {
    if (k < n) out[at(k)] = in[k] * 2;
  };
  apply(store, i);
}
