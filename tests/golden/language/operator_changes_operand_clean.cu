// expect: verified
// flags: --block 64
struct Out {
  int* p;
  __device__ Out& operator<<(int v) {
    *p = v;
    p += 1;
    return *this;
  }
};
struct In {
  int next;
};
__device__ In& operator>>(In& from, int& x) {
  x = from.next;
  from.next += 64;
  return from;
}
struct Box {
  int v;
  __device__ int& operator*() { return v; }
};
__global__ void stream(int* out) {
  __shared__ int s[256], r[256];
  Out o{s + 3 * threadIdx.x};
  o << 1 << 2;
  o << threadIdx.x;
  In in{(int)threadIdx.x};
  int i, j;
  in >> i >> j;
  r[i] = 1;
  r[j] = threadIdx.x;
  Box b{0};
  *b = threadIdx.x;
  r[b.v + 128] = 2;
}
