// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
#define STEP 0
#pragma push_macro("STEP")
#undef STEP
#define STEP 7
#pragma pop_macro("STEP")
__global__ void store() {
  __shared__ int s[448];
  s[threadIdx.x * STEP] = threadIdx.x; /*A*/
}
