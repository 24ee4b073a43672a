// expect: verified
// A template's parameter is a name of that template alone: elsewhere T is an ordinary variable.
template <class T> __device__ T twice(T x) { return x + x; }
template <typename T> struct Holder {
  T value;
};
__global__ void rows(float* out, int B, int T) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= B * T) return;
  int row = i / T, column = i % T;
  out[row * T + column] = twice(1.0f);
}
