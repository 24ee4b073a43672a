// expect: verified
// flags: --block 64
// `At a = i` takes no explicit constructor.
struct At {
  int index;
  __device__ explicit At(int) : index(0) {}
  __device__ At(long long i) : index((int)i) {}
};

__device__ int index_of(At a) { return a.index; }

__global__ void fill(int* out, int* more) {
  int i = threadIdx.x;
  At a = i;
  out[a.index] = i;
  more[index_of(i)] = i;
}
