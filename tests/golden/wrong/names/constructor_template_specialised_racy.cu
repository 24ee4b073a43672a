// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
struct Index {
  int value;
  template <class T> __device__ explicit Index(T) : value(7) {}
};
template <> __device__ Index::Index(int t) : value(0) {}
__global__ void store() {
  __shared__ int s[64];
  Index at((int)threadIdx.x);
  s[at.value] = threadIdx.x; /*A*/
}
