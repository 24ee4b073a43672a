// expect: verified
// assumes: cols == m.ld
struct Matrix {
  float* p;
  int ld;
};

struct Pair {
  Matrix m;
  int rows;
};

__global__ void fill(Matrix m, int rows, int cols) {
  int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y;
  if (r < rows && c < cols) m.p[r * m.ld + c] = threadIdx.x;
}

__global__ void fill_again(Matrix m, int rows, int cols) {
  int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y;
  if (r < rows && c < cols) m.p[r * m.ld + c] = threadIdx.x;
}

__global__ void fill_pair(Pair a, int cols) {
  int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y;
  if (r < a.rows && c < cols) a.m.p[r * a.m.ld + c] = threadIdx.x;
}

void made(float* x, int rows, int cols) {
  Matrix m{x, cols};
  fill<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(m, rows, cols);
}

void asked(Matrix m, int rows, int cols) {
  if (m.ld != cols) return;
  fill_again<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(m, rows, cols);
}

void nested(Pair a, int cols) {
  a.m.ld = cols;
  fill_pair<<<dim3((cols + 31) / 32, (a.rows + 7) / 8), dim3(32, 8)>>>(a, cols);
}
