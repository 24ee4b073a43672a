// expect: refuted
// finding: race any error A A
// Objects made in shared memory, in a file that uses the standard library without including it.
struct Cell {
  int value;
  __device__ Cell(int v) : value(v) {} /*A*/
};
__global__ void make(int* out, int n) {
  __shared__ int cells[4];
  new (&cells[n & 3]) Cell(threadIdx.x);
  out[threadIdx.x] = std::min(n, 2);
}
