// expect: refuted
// finding: race confirmed error A
// finding: race confirmed error B
// Operators, too, may change what they are applied to; parts are copied as wholes.
struct Narrowing {
  float* p;
  int ld;
  int operator()(int by) { return ld = by; }
};

struct Shifted {
  float* p;
  int ld;
};

struct Outer {
  Shifted m;
};

int operator<<(Shifted& m, int by) { return m.ld = by; }

__global__ void by_call(Narrowing m, int cols) {
  int c = threadIdx.x, r = blockIdx.x;
  if (c < cols) m.p[r * m.ld + c] = r; /*A*/
}

__global__ void by_shift(Shifted m, int cols) {
  int c = threadIdx.x, r = blockIdx.x;
  if (c < cols) m.p[r * m.ld + c] = r; /*B*/
}

void call(float* x, int n, int cols) {
  Narrowing m{x, cols};
  int done = m(1);
  if (done) by_call<<<n, 64>>>(m, cols);
}

void shift(float* x, int n, int cols) {
  Outer o{{x, cols}};
  auto m = o.m;
  int done = m << 1;
  if (done) by_shift<<<n, 64>>>(m, cols);
}
