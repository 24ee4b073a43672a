// expect: verified
// flags: --block 64
#define STEP 1
const char* source = R"(
#undef STEP
#define STEP 7
)";
__global__ void store() {
  __shared__ int s[448];
  s[threadIdx.x * STEP] = threadIdx.x;
}
