// expect: refuted
// finding: race confirmed error A
// Likewise in the call of a function that launches.
#include <memory>
__global__ void shift(const float* from, float* to, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1]; /*A*/
}
struct Vector {
  float* data;
  int n;
};
static void launch(const Vector& from, Vector& to, int n) {
  shift<<<(n + 63) / 64, 64>>>(from.data, to.data, n);
}
void run(int n) {
  std::unique_ptr<Vector> v(new Vector);
  launch(*v, *v, n);
}
