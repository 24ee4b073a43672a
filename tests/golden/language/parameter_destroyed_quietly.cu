// Objects whose destructors change nothing may be given to a kernel: CUDA leaves open when they
// are destroyed, and nothing tells.
// expect: verified
// flags: --block 32 --grid 1
struct Index {
  int of(int i) const { return i * stride; }
  virtual ~Index() = default;
  int stride = 1;
};
struct Load {
  __device__ float at(int i) const { return from[i]; }
  ~Load() {}
  const float* from;
  Index index;
};
__global__ void copy(Load load, float* to) { to[threadIdx.x] = load.at(threadIdx.x); }
