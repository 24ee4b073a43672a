// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
template <class T> struct Box {
  T value;
};
template <template <class> class C, class T> __device__ int place(C<T>, int t) { return 0; }
template <class X> __device__ int place(X, long t) { return 64 + t; }
__global__ void store() {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[place(Box<int>{1}, t)] = t; /*A*/
}
