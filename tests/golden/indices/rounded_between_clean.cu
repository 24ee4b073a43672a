// expect: verified
// assumes: no floating-point value that becomes an integer is NaN, or out of its range
// Between the points of a grid of the thread's own, which is `points` long: behind the comparisons
// the number of the left one is 0 to points - 2.
__global__ void interpolate(double* grids, const double* where, double* out, int points, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double* grid = grids + (size_t)i * points;
  for (int p = 0; p < points; ++p)
    grid[p] = p * 0.5;
  double x = where[i];
  if (x <= 0.0 || x >= points - 1) return;
  int left = (int)x;
  out[i] = grid[left] + grid[left + 1] * (x - left);
}
