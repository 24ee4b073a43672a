// expect: verified
// finding: same-value-write confirmed warning A A
#include <cstdio>
struct P { int n; };
static int up(int a, int b) { return (a + b - 1) / b; }
template <int B> static int up2(int a) { return (a + B - 1) / B; }
__global__ void k(float* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = 1; }
__global__ void k2(float* out, int n) { out[blockIdx.x * blockDim.x + threadIdx.x % 32] = 1; /*A*/ }
void a(float* v, int n) { k<<<up(n, 128), 128>>>(v, n); }
void b(float* v, int n) { k2<<<up2<64>(n), 64>>>(v, n); }
