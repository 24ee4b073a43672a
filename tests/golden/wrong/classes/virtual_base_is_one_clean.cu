// expect: verified
// flags: --block 64
struct Root {
  int value;
};
struct Left : virtual Root {};
struct Right : virtual Root {};
struct Both : Left, Right {};
__global__ void store() {
  __shared__ int s[64];
  Both both;
  static_cast<Left&>(both).value = threadIdx.x;
  static_cast<Right&>(both).value = threadIdx.x;
  s[static_cast<Left&>(both).value] = threadIdx.x;
}
