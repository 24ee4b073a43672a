// expect: verified
// flags: --block 64
template <class T> struct Table {
  struct Row {
    static constexpr int width = 0;
  };
};
template <> struct Table<char>::Row {
  static constexpr int width = 1;
};
__global__ void store() {
  __shared__ int s[64];
  s[threadIdx.x * Table<char>::Row::width] = threadIdx.x;
}
