// expect: refuted
// finding: race confirmed error A A
// Each thread runs down all the cells below its own.
__global__ void backwards(float* data) {
  __shared__ float s[1024];
  for (int i = threadIdx.x; i >= 0; i -= 3) s[i] += 1.0f; /*A*/
}
