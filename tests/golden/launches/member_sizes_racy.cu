// expect: refuted
// finding: race confirmed error A
// finding: race confirmed error B
// finding: race confirmed error C
// finding: race confirmed error D
// finding: race confirmed error E
// What a member was is not what it is after code that may change it.
struct Matrix {
  float* p;
  int ld;
  void narrow() { ld = 1; }
};

struct Outer {
  Matrix m;
};

struct Padded {
  Padded(float* x, int n) : p(x), ld(n / 2) {}
  float* p;
  int ld;
};

__global__ void by_method(Matrix m, int cols) {
  int c = threadIdx.x, r = blockIdx.x;
  if (c < cols) m.p[r * m.ld + c] = r; /*A*/
}

__global__ void by_reference(Matrix m, int cols) {
  int c = threadIdx.x, r = blockIdx.x;
  if (c < cols) m.p[r * m.ld + c] = r; /*B*/
}

__global__ void by_pointer(Matrix m, int cols) {
  int c = threadIdx.x, r = blockIdx.x;
  if (c < cols) m.p[r * m.ld + c] = r; /*C*/
}

__global__ void by_constructor(Padded m, int cols) {
  int c = threadIdx.x, r = blockIdx.x;
  if (c < cols) m.p[r * m.ld + c] = r; /*D*/
}

__global__ void by_inner_method(Outer o, int cols) {
  int c = threadIdx.x, r = blockIdx.x;
  if (c < cols) o.m.p[r * o.m.ld + c] = r; /*E*/
}

void shrink(int& n) { n /= 2; }

void method(float* x, int n, int cols) {
  Matrix m{x, cols};
  m.narrow();
  by_method<<<n, 64>>>(m, cols);
}

void reference(float* x, int n, int cols) {
  Matrix m{x, cols};
  shrink(m.ld);
  by_reference<<<n, 64>>>(m, cols);
}

void pointer(float* x, int n, int cols) {
  Matrix m{x, cols};
  int* ld = &m.ld;
  *ld = 1;
  by_pointer<<<n, 64>>>(m, cols);
}

void constructor(float* x, int n, int cols) {
  Padded m{x, cols};
  by_constructor<<<n, 64>>>(m, cols);
}

void inner_method(float* x, int n, int cols) {
  Outer o{{x, cols}};
  o.m.narrow();
  by_inner_method<<<n, 64>>>(o, cols);
}
