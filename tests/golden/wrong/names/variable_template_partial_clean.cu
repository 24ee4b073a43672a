// expect: verified
// flags: --block 64
template <class T> constexpr int step = 1;
template <class T> constexpr int step<T*> = 0;
template <class T> __device__ int place(int t) { return t * step<T>; }
__global__ void store() {
  __shared__ int s[64];
  s[place<int>(threadIdx.x)] = threadIdx.x;
}
