// Sizes of array types of named elements, and of string literals.
// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// finding: race confirmed error C D
struct Pair {
  int a, b;
};
using Row = float[3];
__global__ void offsets(float* out) {
  __shared__ int s[1024];
  const int t = threadIdx.x;
  s[t + sizeof(Pair[8])] = t; /*A*/
  s[t + 63] = -t; /*B*/
  s[t + sizeof(Row[4]) * 10] = t; /*C*/
  s[t + sizeof("abcdefg") * 60 + 63] = -t; /*D*/
}
