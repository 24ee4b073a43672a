// expect: refuted
// finding: race confirmed error A A
// The function of the class that the object is of decides, not that of the reference.
struct Index {
  int at;
  __device__ virtual int of() const { return at; }
};
struct Half : Index {
  __device__ int of() const override { return at / 2; }
};
__device__ int where(const Index& index) { return index.of(); }
__global__ void halves(int* out) {
  Half half;
  half.at = threadIdx.x + blockIdx.x * blockDim.x;
  out[where(half)] = threadIdx.x; /*A*/
}
