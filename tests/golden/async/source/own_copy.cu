// expect: refuted
// finding: race confirmed error A B
// finding: race confirmed error C D
// finding: race confirmed error E F
// A thread's accesses against its own copies: read before the wait, and with the wait for the round
// before only; the source changed, and the target copied to again, while the copy is in flight.
#include <cuda_pipeline.h>

__global__ void read_before_wait(const float* in, float* out) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], sizeof(float)); /*A*/
  __pipeline_commit();
  out[t] = tile[t]; /*B*/
  __pipeline_wait_prior(0);
}

__global__ void source_changed(float* in, float* out, int n) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    __pipeline_memcpy_async(&tile[k & 1][t], &in[64 * k + t], sizeof(float)); /*C*/
    __pipeline_commit();
    __pipeline_wait_prior(1);
    in[64 * k + t] = 0; /*D*/
  }
}

__global__ void copied_to_again(const float* in, float* out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    __pipeline_memcpy_async(&tile[t], &in[64 * k + t], sizeof(float)); /*E*/ /*F*/
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
  }
}
void run(float* in, float* out, int n) {
  read_before_wait<<<1, 64>>>(in, out);
  source_changed<<<1, 64>>>(in, out, n);
  copied_to_again<<<1, 64>>>(in, out, n);
}
