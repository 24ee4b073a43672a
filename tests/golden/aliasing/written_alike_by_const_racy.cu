// expect: refuted
// finding: race confirmed error A
// What is written alike is one array, one of them a pointer to const.
__global__ void shift(const float* from, float* to, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1]; /*A*/
}
struct Vector {
  float* data;
  int n;
};
void run(const Vector* v, int n) { shift<<<(n + 63) / 64, 64>>>(v->data, v->data, n); }
