// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// `At a = i` takes no explicit constructor: all threads write to one place.
struct At {
  int index;
  __device__ explicit At(int i) : index(i) {}
  __device__ At(long long) : index(0) {}
};

__global__ void fill(int* out) {
  int i = threadIdx.x;
  At a = i;
  /*A*/ out[a.index] = i;
}
