// As parameter_destroyed_quietly: what such an object leads to is looked at.
// expect: refuted
// flags: --block 32 --grid 1
struct Index {
  virtual ~Index() = default;
  int stride = 1;
};
struct Load {
  __device__ float at(int i) const { return from[i]; }
  ~Load() {}
  float* from;
  Index index;
};
// finding: race confirmed error A
__global__ void shift(Load load) { load.from[threadIdx.x] = load.at(threadIdx.x + 1); } /*A*/
