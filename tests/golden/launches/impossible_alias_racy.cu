// expect: refuted
// finding: race confirmed error A B
// The grid is always empty. What the launch says of sizes is left out, but not its alias.
__global__ void shift(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1)
    out[i] = /*A*/
        in[i + 1]; /*B*/
}
void run(float* v, char size) {
  int blocks = size;
  shift<<<blocks / 256, 256>>>(v, v, size * 300);
}
