// expect: refuted
// finding: race possible error A B
// finding: race possible error C D
// What a way that goes on has done is seen behind it, also where another way beside it returns.
#include <cuda_runtime.h>
#include <vector>
__global__ void sum(int n, const double* v, double* s) {
  double t = 0;
  for (int i = 0; i < n; ++i) t += v[i + blockIdx.x * n]; /*A*/
  if (threadIdx.x == 0) s[blockIdx.x] = t; /*B*/
}
__global__ void in_loop(int n, const double* v, double* s) {
  double t = 0;
  for (int i = 0; i < n; ++i) t += v[i + blockIdx.x * n]; /*C*/
  if (threadIdx.x == 0) s[blockIdx.x] = t; /*D*/
}
void elsewhere(int n);
struct Data {
  int n, blocks;
  double *virial, *error, *parts[4];
  int run(bool is_all, int types);
  void turns(int all);
};
int Data::run(bool is_all, int types) {
  if (is_all) {
    std::vector<double> result(types + 1, 0.0);
    sum<<<blocks, 64>>>(n, virial, error);
    return types;
  }
  virial = error;
  elsewhere(types);
  sum<<<blocks, 64>>>(n, virial, error);
  return 0;
}
void Data::turns(int all) {
  double* last = nullptr;
  for (int i = 0; i < all; ++i) {
    if (i % 2 == 0) {
      elsewhere(i);
      last = virial;
      continue;
    }
    elsewhere(i);
    in_loop<<<blocks, 64>>>(n, virial, last);
  }
}
