// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
struct Frame {
  uint3 threadIdx;
  __device__ int at() { return threadIdx.x; }
};
__global__ void store() {
  __shared__ int s[64];
  Frame frame;
  frame.threadIdx.x = 0;
  s[frame.at()] = threadIdx.x; /*A*/
}
