// expect: verified
// Set and used under the same condition, and before each use in a loop.
struct Cell {
  int row, column;
};

__global__ void cells(int* out, int n, int rounds) {
  __shared__ int b[1024];
  int t = threadIdx.x;
  int i;
  Cell cell;
  if (t < n) {
    i = t;
    cell.column = t;
  }
  for (int k = 0; k < rounds; k++) {
    int place;
    if (k % 2 == 0)
      place = t;
    else
      place = 1023 - t;
    if (t < n && t < 512) {
      b[i] = k;
      b[1023 - cell.column] = k;
    }
    __syncthreads();
    if (t < 512) b[place]++;
    __syncthreads();
  }
  out[t] = 0;
}
