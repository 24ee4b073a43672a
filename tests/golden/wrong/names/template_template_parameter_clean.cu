// expect: verified
// flags: --block 64
template <class T> struct Box {
  T value;
};
template <template <class> class C, class T> __device__ int place(C<T>, int t) { return t; }
template <class X> __device__ int place(X, long t) { return 64 + t; }
__global__ void store() {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[place(Box<int>{1}, t)] = t;
}
