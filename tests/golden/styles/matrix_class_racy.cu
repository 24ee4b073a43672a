// expect: refuted
// finding: race confirmed error A
template <typename T> class Matrix {
  T *data_;
  int cols_;

public:
  __device__ Matrix(T *data, int cols) : data_(data), cols_(cols) {}
  __device__ T &operator()(int i, int j) { return data_[i * cols_ + j]; }
  __device__ int cols() const { return cols_; }
};
__global__ void shift(float *p, int cols) {
  Matrix<float> m(p, cols);
  int i = blockIdx.x;
  for (int j = threadIdx.x; j + 1 < m.cols(); j += blockDim.x) m(i, j) = m(i, j + 1); /*A*/
}
