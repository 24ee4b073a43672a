// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
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
  static_cast<Right&>(both).value = 0;
  s[static_cast<Left&>(both).value] = threadIdx.x; /*A*/
}
