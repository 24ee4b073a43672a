// expect: verified
// flags: --block 64
enum Flag : int { off };
__global__ void store() {
  __shared__ int s[64];
  s[(int)(Flag)threadIdx.x] = threadIdx.x;
}
