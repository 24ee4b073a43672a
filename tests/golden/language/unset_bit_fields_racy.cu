// expect: refuted
// flags: --block 64 --grid 1 --assume "0 < n"
// finding: race possible error A
// finding: race possible error B
// finding: race possible error C
// depends: which is not set on this way
// more: yes
// Bit-fields that a way leaves unset beside others that are set, and numbers beside bit-fields.
struct Cell {
  unsigned row : 8, column : 8, rest : 16;
};
struct Numbered {
  int number;
  unsigned row : 8, column : 8;
};

__device__ Cell cell_of(int t, int n) {
  Cell c;
  if (t < n) c.row = t;
  c.column = 1;
  return c;
}

__global__ void returned(int* out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  Cell c = cell_of(t, n);
  s[c.row] = t; /*A*/
  out[t] = c.column;
}

__global__ void copied(int* out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  Cell c;
  c.column = t;
  Cell d = c;
  d.rest = 2;
  s[d.row] = t; /*B*/
  out[t] = d.column;
}

__global__ void beside(int* out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  Numbered c;
  if (t < n) c.number = t;
  c.row = 1;
  s[c.number] = t; /*C*/
  out[t] = c.row;
}
