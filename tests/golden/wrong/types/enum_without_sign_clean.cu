// expect: verified
// flags: --block 64
enum Bits { all = -1 };
__global__ void store() {
  __shared__ int s[64];
  s[all > 0 ? 0 : threadIdx.x] = threadIdx.x;
}
