// expect: verified
// What the host's functions change is found once for each, however often they call each other.
int f0(int n) { return n + 1; }
int f1(int n) { return f0(n) + f0(n) + f0(n) + f0(n); }
int f2(int n) { return f1(n) + f1(n) + f1(n) + f1(n); }
int f3(int n) { return f2(n) + f2(n) + f2(n) + f2(n); }
int f4(int n) { return f3(n) + f3(n) + f3(n) + f3(n); }
int f5(int n) { return f4(n) + f4(n) + f4(n) + f4(n); }
int f6(int n) { return f5(n) + f5(n) + f5(n) + f5(n); }
int f7(int n) { return f6(n) + f6(n) + f6(n) + f6(n); }
int f8(int n) { return f7(n) + f7(n) + f7(n) + f7(n); }
int f9(int n) { return f8(n) + f8(n) + f8(n) + f8(n); }
int f10(int n) { return f9(n) + f9(n) + f9(n) + f9(n); }
int f11(int n) { return f10(n) + f10(n) + f10(n) + f10(n); }
__global__ void scale(float* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] *= 2;
}
void run(float* v, int n, int repeat) {
  f11(repeat);
  scale<<<n / 256, 256>>>(v, n);
}
