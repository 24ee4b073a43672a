// expect: verified
// flags: --block 64 --grid 1 --assume "0 < n"
// Pointers that are set and followed under the same condition, or set on all ways.
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

__global__ void guarded(int* a, int* out, int n) {
  int t = threadIdx.x;
  int* p;
  const bool mine = t < n;
  if (mine) p = a + t;
  View v = view_of(out, t, n);
  __syncthreads();
  if (mine) *p = t;
  if (t < v.count) *v.first = t;
}

__global__ void on_all_ways(int* a, int* out, int n) {
  int t = threadIdx.x;
  int* p;
  int* q[2];
  q[0] = a;
  q[1] = out;
  if (n > 3)
    p = q[0];
  else
    p = q[1];
  for (int k = 0; k < n; ++k) {
    int* at;
    if (k % 2 == 0)
      at = p + t;
    else
      at = p + 64 + t;
    *at = k;
  }
}
