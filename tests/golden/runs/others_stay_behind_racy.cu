// expect: refuted
// flags: --block 32
// finding: race confirmed error A A
// more: yes
// Two threads race where what memory holds leads them there. That the others depend on a variable
// which they leave unset keeps no run from being tried with other numbers in memory.
__global__ void choose(const float* from, int* to) {
  __shared__ int chosen;
  const int t = threadIdx.x;
  float x;
  if (t < 2) x = from[t];
  if (x < -1.0f) {
    to[blockIdx.x * blockDim.x + t] = 1;
    if (t < 2) chosen = t; /*A*/
  }
  if (t < 2 && x < -2.0f) to[blockIdx.x * blockDim.x + t] = chosen;
}
