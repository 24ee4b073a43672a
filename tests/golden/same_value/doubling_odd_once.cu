// expect: verified
// flags: --block 4 --assume "n <= 4"
// finding: same-value-write any warning A A
// Only the first value of the loop's variable is odd: all threads store 1.
__global__ void k(int n) {
  __shared__ int s[4];
  for (int i = 1; i <= n; i <<= 1) {
    if (i % 2) s[0] = i; /*A*/
  }
}
