// expect: refuted
// finding: race confirmed error A B
// `uint` and `unsigned int` are one type, so both calls share one array.
template <typename T> __device__ int exchange(int v) {
  __shared__ int line[64];
  line[threadIdx.x] = v; /*A*/
  __syncthreads();
  return line[(threadIdx.x + sizeof(T)) % 64]; /*B*/
}
__global__ void turn(int* out) {
  int v = exchange<uint>(out[blockIdx.x * 64 + threadIdx.x]);
  out[blockIdx.x * 64 + threadIdx.x] = exchange<unsigned int>(v);
}
void run(int* out, int n) { turn<<<n, 64>>>(out); }
