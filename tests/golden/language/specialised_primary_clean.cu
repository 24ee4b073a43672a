// expect: verified
// flags: --block 64
// The specialisation is one of the first template, which is not the one that the call means.
template <class T> __device__ int place(T, int i) { return i; }
template <> __device__ int place<int*>(int*, int) { return 0; }
template <class T> __device__ int place(T*, int i) { return i; }

__global__ void fill(int* out) { out[place(out, threadIdx.x)] = threadIdx.x; }
