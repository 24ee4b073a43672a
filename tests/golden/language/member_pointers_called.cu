// expect: unknown
// unknown: A call through a pointer that is not followed
// more: yes
struct Cell {
  int* at;
  __device__ void set(int t) { at[t] = t; }
  __device__ void halve(int t) { at[t / 2] = t; }
};
typedef void (Cell::*Member)(int);
__device__ Member table[2];
__global__ void k(int* a, int which) {
  Cell cell{a};
  (cell.*table[which])(threadIdx.x); /*A*/
}
