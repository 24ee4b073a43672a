// expect: verified
// flags: --block 64
struct Index {
  int value;
  __device__ operator int() && { return value; }
  __device__ operator int() const& { return 7; }
};
__global__ void store() {
  __shared__ int s[64];
  s[Index{(int)threadIdx.x}] = 1 + threadIdx.x;
}
