// expect: verified
// flags: --block 64
// nvcc takes attributes behind `__device__`, before the name of a constructor, and
// `__restrict__` of what an argument makes no pointer.
__device__ __host__ [[nodiscard]] inline constexpr int width() noexcept { return 4; }

template <class T> struct Row {
  __device__ [[nodiscard]] Row(T first) { cells[0] = first; }
  __device__ [[gnu::always_inline, nodiscard]] inline T first() const { return cells[0]; }
  T __restrict__ cells[4];
};

__global__ void fill(int* out) {
  const Row<int> row(threadIdx.x);
  out[threadIdx.x * width()] = row.first();
}
