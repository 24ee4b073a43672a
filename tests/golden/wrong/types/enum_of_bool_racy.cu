// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
enum Flag : bool { off };
__global__ void store() {
  __shared__ int s[64];
  s[(int)(Flag)threadIdx.x] = threadIdx.x; /*A*/
}
