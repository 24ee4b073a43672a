// expect: refuted
// finding: race confirmed error A B
// As rounded_between_clean, and too far.
__global__ void interpolate(double* grids, const double* where, double* out, int points, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double* grid = grids + (size_t)i * points;
  for (int p = 0; p < points; ++p)
    grid[p] = p * 0.5; /*A*/
  double x = where[i];
  if (x <= 0.0 || x >= 2 * points) return;
  int left = (int)x;
  out[i] = grid[left] + grid[left + 1] * (x - left); /*B*/
}
