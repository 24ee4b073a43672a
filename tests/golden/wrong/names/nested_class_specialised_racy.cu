// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
template <class T> struct Table {
  struct Row {
    static constexpr int width = 0;
  };
};
template <> struct Table<char>::Row {
  static constexpr int width = 0;
};
__global__ void store() {
  __shared__ int s[64];
  s[threadIdx.x * Table<char>::Row::width] = threadIdx.x; /*A*/
}
