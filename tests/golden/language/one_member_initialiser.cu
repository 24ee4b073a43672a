// Constructors with one initialiser: of a member, of a base class.
// expect: verified
// flags: --block 64
struct Cell {
  int at;
  __device__ Cell(int where) : at(where) {}
};
struct Moved : Cell {
  __device__ Moved(int where) : Cell(where + 1) {}
};

__global__ void cells(float* out) {
  __shared__ float s[65];
  Cell cell(threadIdx.x);
  Moved moved(threadIdx.x);
  s[cell.at] = 1;
  __syncthreads();
  s[moved.at] = 2;
  __syncthreads();
  out[blockIdx.x * 64 + cell.at] = s[moved.at];
}
