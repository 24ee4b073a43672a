// expect: verified
// assumes: c == a + (i64)n + (i64)n
// Three parts, of which the last is kept in a variable, and all in members.
struct Parts { float *a, *b, *c; };
__global__ void put(const float* from, float* a, float* b, float* c, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    a[i] = from[i];
    b[i] = from[i] * 2;
    c[i] = a[i] + b[i];
  }
}
void host(const float* from, float* all, int n) {
  Parts parts;
  parts.a = all;
  parts.b = all + n;
  float* rest = parts.b;
  parts.c = rest + n;
  put<<<1, 256>>>(from, parts.a, parts.b, parts.c, n);
}
