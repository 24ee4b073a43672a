// expect: refuted
// finding: race confirmed error A
// The file's own call of a function that anybody may call.
__global__ void shift(const float* from, float* to, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1]; /*A*/
}
struct Vector {
  float* data;
  int n;
};
static void launch(float* from, float* to, int n) { shift<<<(n + 63) / 64, 64>>>(from, to, n); }
void shifted(float* from, float* to, int n) { launch(from, to, n); }
void run(float* data, int n) { shifted(data, data, n); }
