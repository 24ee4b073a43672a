// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
#define STEP 0
const char* source = R"(
#undef STEP
#define STEP 7
)";
__global__ void store() {
  __shared__ int s[448];
  s[threadIdx.x * STEP] = threadIdx.x; /*A*/
}
