// expect: unknown
// unknown: A constants exceed 128 bits
// flags: --timeout 1
// A cell further on than the thread's own, whatever is drawn.
__device__ int step(int s) { return s * 16645 + 1013; }
__global__ void draw(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int s = in[i];
  s = step(step(step(step(step(step(step(step(step(step(step(step(s))))))))))));
  if (s > 0) out[i + (i % 2)] = s; /*A*/
}
