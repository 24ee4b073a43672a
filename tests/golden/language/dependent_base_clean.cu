// expect: verified
// flags: --block 64
// A name alone is not looked for in a base class that depends on T.
__device__ int place(int i) { return i; }

template <class T> struct Base {
  __device__ int place(int) { return 0; }
};
template <class T> struct Row : Base<T> {
  __device__ int at(int i) { return place(i); }
};

__global__ void fill(int* out) {
  Row<float> row;
  out[row.at(threadIdx.x)] = threadIdx.x;
}
