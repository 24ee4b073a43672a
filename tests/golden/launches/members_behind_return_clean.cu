// expect: verified
// What is done on a way that returns says nothing of the one that goes on: the two members are two
// arrays there as well.
#include <cuda_runtime.h>
#include <vector>
template <typename T> class Array {
public:
  Array() { size_ = 0; allocated_ = false; }
  ~Array() {
    if (allocated_) cudaFree(data_);
  }
  void resize(size_t n) {
    size_ = n;
    if (allocated_) cudaFree(data_);
    cudaMalloc((void**)&data_, n * sizeof(T));
    allocated_ = true;
  }
  T* data() { return data_; }

private:
  bool allocated_;
  size_t size_;
  T* data_;
};
__global__ void sum(int n, const double* v, double* s) {
  double t = 0;
  for (int i = 0; i < n; ++i) t += v[i + blockIdx.x * n];
  if (threadIdx.x == 0) s[blockIdx.x] = t;
}
void elsewhere(int n);
struct Data {
  int n, blocks;
  Array<double> virial, error;
  std::vector<double> all(int types) {
    sum<<<blocks, 64>>>(n, virial.data(), error.data());
    cudaDeviceSynchronize();
    std::vector<double> result(types + 1, 0.0);
    return result;
  }
  std::vector<double> run(bool is_all, int types);
};
std::vector<double> Data::run(bool is_all, int types) {
  if (is_all) return all(types);
  elsewhere(types);
  std::vector<double> result(types + 1, 0.0);
  sum<<<blocks, 64>>>(n, virial.data(), error.data());
  return result;
}
