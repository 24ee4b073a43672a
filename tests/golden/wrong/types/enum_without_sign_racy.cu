// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
enum Bits { all = 0xffffffffu };
__global__ void store() {
  __shared__ int s[64];
  s[all > 0 ? 0 : threadIdx.x] = threadIdx.x; /*A*/
}
