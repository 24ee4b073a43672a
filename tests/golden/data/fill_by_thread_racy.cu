// expect: refuted
// flags: --assume "n > 0"
// finding: race confirmed error A A
__global__ void k(char* out, int n) { memset(out, threadIdx.x, n); } /*A*/
