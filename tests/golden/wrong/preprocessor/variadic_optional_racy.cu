// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
#define AT(first, ...) (first __VA_OPT__(/ __VA_ARGS__))
__global__ void store() {
  __shared__ int s[128];
  s[AT(threadIdx.x, 2)] = 1 + threadIdx.x; /*A*/
}
