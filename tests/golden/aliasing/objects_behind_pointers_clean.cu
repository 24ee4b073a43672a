// expect: verified
// assumes: distinct pointers point to distinct arrays
// Objects behind pointers that are two, and one that gets another array.
#include <memory>
__global__ void shift(const float* from, float* to, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1]; /*A*/
}
struct Vector {
  float* data;
  int n;
};
static void launch(const Vector* from, Vector* to, int n) {
  shift<<<(n + 63) / 64, 64>>>(from->data, to->data, n);
}
void run(Vector* v, int n) {
  std::unique_ptr<Vector> own(new Vector);
  cudaMalloc(&own->data, n * sizeof(float));
  launch(v, own.get(), n);
  float* before = v->data;
  float* fresh = nullptr;
  cudaMalloc(&fresh, n * sizeof(float));
  v->data = fresh;
  shift<<<(n + 63) / 64, 64>>>(before, v->data, n);
}
