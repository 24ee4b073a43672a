// expect: refuted
// finding: race confirmed error A B
// Two calls of one instance share its array: the second may write before the first is read.
template <int STEP> __device__ int exchange(int v) {
  __shared__ int line[64];
  line[threadIdx.x] = v; /*A*/
  __syncthreads();
  return line[(threadIdx.x + STEP) % 64]; /*B*/
}
__global__ void turn(int* out) {
  int v = exchange<1>(out[blockIdx.x * 64 + threadIdx.x]);
  out[blockIdx.x * 64 + threadIdx.x] = exchange<1>(v);
}
void run(int* out, int n) { turn<<<n, 64>>>(out); }
