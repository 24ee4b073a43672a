// expect: refuted
// flags: --block 64 --grid 1 --assume "0 < n"
// finding: assertion confirmed error A
// finding: assertion confirmed error B
// finding: assertion confirmed error C
// finding: assertion confirmed error D
// finding: assertion confirmed error E
// A pointer that a way leaves unset is none that may be followed there, not that of the other way.
struct View {
  int* first;
  int count;
};

__device__ View view_of(int* a, int t, int n) {
  View v;
  v.count = n;
  if (t < n) v.first = a + t;
  return v;
}

__device__ void find(int*& p, int* a, int t, int n) {
  if (t < n) p = a + t;
}

__global__ void written(int* a, int n) {
  int t = threadIdx.x;
  int* p;
  if (t < n) p = a + t;
  *p = t; /*A*/
}

__global__ void of_member(int* a, int n) {
  int t = threadIdx.x;
  View v = view_of(a, t, n);
  *v.first = t; /*B*/
}

__global__ void read_behind(int* a, int* out, int n) {
  int t = threadIdx.x;
  int* p;
  find(p, a, t, n);
  out[t] = p[1]; /*C*/
}

__global__ void of_array(int* a, int* out, int n) {
  int t = threadIdx.x;
  int* p[2];
  if (t < n) p[0] = a;
  p[1] = out;
  atomicAdd(p[0], 1); /*D*/
  p[1][t] = t;
}

__global__ void of_cases(int* a, int* out, int n) {
  int t = threadIdx.x;
  int* p;
  switch (n) {
  case 1: p = a; break;
  case 2: p = out; break;
  }
  p[t] = t; /*E*/
}
