// expect: refuted
// finding: race possible error A A
// The same with members of an object that code elsewhere sees, and behind assembly.
struct Buffers {
  float *in, *out;
};
void show(Buffers& buffers);
__global__ void shift(float* to, float* from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1]; /*A*/
}
void run(float* v, int n) {
  Buffers buffers{v, v};
  show(buffers);
  asm volatile("" ::: "memory");
  shift<<<n / 64, 64>>>(buffers.out, buffers.in, n);
}
