// expect: refuted
// finding: race confirmed error A
// suggests: distinct(tour) && range(tour, 0, 50)
// The edges of a tour, in rows of as many cells as it has places.
__global__ void mark(int* m, const int* tour, int n) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= n) return;
  m[tour[s] * n + tour[(s + 1) % n]] = s; /*A*/
}

int main() {
  int *m, *t;
  cudaMalloc(&m, 10000);
  cudaMalloc(&t, 200);
  mark<<<1, 256>>>(m, t, 50);
}
