// expect: refuted
// finding: race confirmed error A
// flags: --assume "T == 4"
template <class T> __device__ T twice(T x) { return x + x; }
__global__ void rows(int* out, int T) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i / T] = twice(i); /*A*/
}
