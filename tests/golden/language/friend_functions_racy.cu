// expect: refuted
// finding: race confirmed error A
// Friends that a class defines are found by their arguments.
template <int N>
class Index {
  int at_;
  static const int scale = N;
  using Self = Index<N>;

public:
  __device__ explicit Index(int at) : at_(at) {}
  friend __device__ Index operator+(const Index& a, const Index& b) { return Self(a.at_ + b.at_); }
  friend __device__ int offset(const Index& i) { return i.at_ * scale; }
  template <typename T>
  friend __device__ T& cell(T* data, Index i) {
    return data[offset(i)];
  }
};
__global__ void scatter(float* out) {
  Index<2> row(blockIdx.x * blockDim.x), column(threadIdx.x / 2);
  cell(out, row + column) = threadIdx.x; /*A*/
}
