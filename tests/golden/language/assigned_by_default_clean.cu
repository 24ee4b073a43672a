// expect: verified
// flags: --block 64
// The assignment that the compiler makes copies the cells as memory, in a template that nothing launches.
struct Other {
  int value;
  __device__ Other& operator=(const Other& o) {
    value = o.value;
    return *this;
  }
};
struct Row {
  int cells[4];
  Other other;
};
template <int N> __global__ void k(int* a) {
  Row row, next;
  next.cells[N % 4] = threadIdx.x;
  row = next;
  a[blockIdx.x * 64 + row.cells[N % 4]] = row.other.value;
}
