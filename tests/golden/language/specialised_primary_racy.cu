// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// The specialisation is one of the first template, which is not the one that the call means.
template <class T> __device__ int place(T, int) { return 0; }
template <> __device__ int place<int*>(int*, int i) { return i; }
template <class T> __device__ int place(T*, int) { return 0; }

__global__ void fill(int* out) {
  /*A*/ out[place(out, threadIdx.x)] = threadIdx.x;
}
