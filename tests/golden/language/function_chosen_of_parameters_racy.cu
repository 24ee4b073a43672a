// expect: refuted
// flags: --block 64 --grid 1
// finding: race any error A A
// more: yes
typedef void (*Step)(int*, unsigned);
__device__ void own(int* v, unsigned i) { v[i] = 1; }
__device__ void shared(int* v, unsigned i) { v[0] = i; } /*A*/

__global__ void larger(int* v, Step f, Step g) {
  __requires(f == own);
  __requires(g == shared);
  Step h = f >= g ? f : g;
  h(v, threadIdx.x);
}
