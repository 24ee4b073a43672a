// expect: verified
// A loop over an object goes from begin() to end(), by the iterator's operators.
class Strided {
  float* at_;
  int step_;

public:
  __device__ Strided(float* at, int step) : at_(at), step_(step) {}
  __device__ float& operator*() const { return *at_; }
  __device__ Strided& operator++() {
    at_ += step_;
    return *this;
  }
  __device__ bool operator!=(const Strided& other) const { return at_ != other.at_; }
};
struct Column {
  float* data;
  int rows, width;
  __device__ Strided begin() const { return {data, width}; }
  __device__ Strided end() const { return {data + rows * width, width}; }
};
__global__ void columns(float* out) {
  const int t = threadIdx.x;
  if (t < 32)
    for (float& cell : Column{out + blockIdx.x * 4 * 32 + t, 4, 32}) cell = t;
}
