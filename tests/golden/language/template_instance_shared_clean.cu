// expect: verified
// Each instance of a function template has a __shared__ array of its own, so no barrier is needed
// between the two calls.
template <int STEP> __device__ int exchange(int v) {
  __shared__ int line[64];
  line[threadIdx.x] = v;
  __syncthreads();
  return line[(threadIdx.x + STEP) % 64];
}
__global__ void turn(int* out) {
  int v = exchange<1>(out[blockIdx.x * 64 + threadIdx.x]);
  out[blockIdx.x * 64 + threadIdx.x] = exchange<2>(v);
}
void run(int* out, int n) { turn<<<n, 64>>>(out); }
