// expect: verified
#include <cstdint>
namespace linalg {
template <typename T> class Matrix {
  T *data_;
  int rows_, cols_, pitch_;

public:
  __host__ __device__ Matrix(T *data, int rows, int cols)
      : data_(data), rows_(rows), cols_(cols), pitch_(cols) {}
  __device__ T &operator()(int i, int j) { return data_[i * pitch_ + j]; }
  __device__ const T &operator()(int i, int j) const { return data_[i * pitch_ + j]; }
  __device__ int cols() const { return cols_; }
  __device__ T *row(int i) { return data_ + i * pitch_; }
};
enum class Op : uint8_t { None, Relu, Square };
__device__ float apply(Op op, float x) {
  switch (op) {
  case Op::None:
    return x;
  case Op::Relu:
    return fmaxf(x, 0.f);
  case Op::Square:
    return x * x;
  }
  return 0;
}
template <Op op> __device__ float apply(float x) {
  if constexpr (op == Op::Square) return x * x;
  else return x;
}
} // namespace linalg
using namespace linalg;
__global__ void scale(float *to, const float *from, int rows, int cols, Op op) {
  Matrix<float> m(to, rows, cols);
  const linalg::Matrix<const float> x(from, rows, cols);
  int i = blockIdx.x;
  for (int j = threadIdx.x; j < m.cols(); j += blockDim.x) {
    float *row = m.row(i);
    row[j] = apply(op, x(i, j)) + apply<Op::Square>(x(i, j));
  }
}
