// Operators that take their left operand by reference change it.
// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// finding: race confirmed error B B
// more: yes
struct Out {
  int* p;
  __device__ Out& operator<<(int v) {
    *p = v; /*A*/
    p += 1;
    return *this;
  }
};
struct Box {
  int v;
  __device__ int& operator*() { return v; }
};
__global__ void stream(int* out) {
  __shared__ int s[256], r[64];
  Out o{s + 2 * threadIdx.x};
  o << 1 << 2;
  o << threadIdx.x;
  Box b{(int)threadIdx.x};
  *b = *b / 2;
  r[b.v] = threadIdx.x; /*B*/
}
