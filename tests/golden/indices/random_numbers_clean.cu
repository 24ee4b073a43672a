// expect: verified
// flags: --timeout 1
// Of so many steps of a generator the constants cannot be counted with; no cell depends on them.
__device__ int step(int s) { return s * 16645 + 1013; }
__global__ void draw(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int s = in[i];
  s = step(step(step(step(step(step(step(step(step(step(step(step(s))))))))))));
  if (s > 0) out[i] = s;
}
