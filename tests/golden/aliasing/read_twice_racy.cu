// expect: refuted
// finding: race confirmed error A
// What is read twice behind a pointer is one array.
__global__ void shift(const float* from, float* to, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1]; /*A*/
}
struct Vector {
  float* data;
  int n;
};
void run(Vector* v, int n) {
  Vector* same = v;
  float *from = v->data, *to = (*same).data;
  shift<<<(n + 63) / 64, 64>>>(from, to, n);
}
