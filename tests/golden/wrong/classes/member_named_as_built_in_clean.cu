// expect: verified
// flags: --block 64
struct Frame {
  uint3 threadIdx;
  __device__ int at() { return threadIdx.x; }
};
__global__ void store() {
  __shared__ int s[64];
  Frame frame;
  frame.threadIdx.x = threadIdx.x;
  s[frame.at()] = threadIdx.x;
}
