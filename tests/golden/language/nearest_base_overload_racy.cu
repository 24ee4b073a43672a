// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// Of overloads for two base classes the nearer one is meant.
struct Any {};
struct Row : Any {};
struct Half : Row {};
__device__ int place(const Any&, int i) { return i; }
__device__ int place(const Row&, int i) { return i / 2; }

__global__ void fill(int* out) {
  out[place(Half{}, threadIdx.x)] = threadIdx.x; /*A*/
}
