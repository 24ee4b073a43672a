// expect: refuted
// flags: --block 64
// finding: divergence any error A
// more: yes
// What the constructor waits for, half of the threads never reach.
template <class T> struct Gate {
  __device__ explicit Gate(T*) { __syncthreads(); } /*A*/
};
__global__ void pass() {
  __shared__ int s[64];
  if (threadIdx.x < 32) Gate gate(s + 0);
}
