// expect: verified
// flags: --block 64 --grid 1 --assume "0 < n"
// To set a bit-field its neighbours are read, which need not be set.
struct Cell {
  unsigned row : 8, column : 8, rest : 16;
};
struct Signed {
  int row : 8, column : 8;
};

__global__ void parts(int* out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  Cell c;
  c.column = 2;
  if (t < n) c.row = t;
  if (t >= n) c.row = 255 - t;
  Cell d = c;
  d.rest = t;
  s[d.row] = t;
  out[t] = d.column + d.rest;
}

__global__ void some(int* out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  Cell c;
  if (t < n) c.column = t;
  c.row = t;
  s[c.row] = t;
  if (t < n) s[512 + c.column] = t;
  Signed d;
  d.column = 3;
  d.row = t;
  out[d.row] = d.column;
}
