// expect: verified
// flags: --block 64
struct Pair {
  int a, b;
};
using Row = float[3];
__global__ void offsets(float* out) {
  __shared__ int s[1024];
  const int t = threadIdx.x;
  s[t + sizeof(Pair[8])] = t;
  s[t] = -t;
  s[t + sizeof(Row[4]) * 10] = t;
  s[t + sizeof("abcdefg") * 70] = -t;
}
