// expect: verified
// flags: --block 64
// Conditional statements one behind the other are not within each other, and 2,048 guarded accesses
// are few questions.
#define ONE(i) if (a[i] > x) s[t] = x + i;
#define FOUR(i) ONE(i) ONE(i + 1) ONE(i + 2) ONE(i + 3)
#define SIXTEEN(i) FOUR(i) FOUR(i + 4) FOUR(i + 8) FOUR(i + 12)
#define MANY(i) SIXTEEN(i) SIXTEEN(i + 16) SIXTEEN(i + 32) SIXTEEN(i + 48)
#define HUNDREDS(i) MANY(i) MANY(i + 64) MANY(i + 128) MANY(i + 192)
__global__ void steps(const int* a, int* b, int x) {
  __shared__ int s[64];
  int t = threadIdx.x;
  HUNDREDS(0) HUNDREDS(256) HUNDREDS(512) HUNDREDS(768)
  HUNDREDS(1024) HUNDREDS(1280) HUNDREDS(1536) HUNDREDS(1792)
  b[blockIdx.x * 64 + t] = s[t];
}
