// As the twin, but that the last call leaves both where they were.
// expect: refuted
// finding: race any error A B
#define CHECK(call)                                                                                \
  do {                                                                                             \
    status = call;                                                                                 \
    if (status != cudaSuccess) goto Error;                                                         \
  } while (0)

__global__ void shift(float* out, const float* in) {
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}

double run(int n) {
  static float *in = 0, *out = 0;
  double seconds = 0;
  cudaError_t status;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  for (int i = 0; i < 10; ++i)
    shift<<<1, 32>>>(out, in);
  out = in;
  shift<<<1, 32>>>(out, in);
  seconds = 1;
Error:
  cudaFree(in);
  cudaFree(out);
  return seconds;
}

int main() {
  double best = 0;
  for (int n = 64; n <= 4096; n *= 2) {
    double seconds = run(n);
    if (seconds > best) best = seconds;
  }
}
