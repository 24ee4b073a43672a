// expect: refuted
// finding: race any error A
// What a lambda launches is a launch, too, though nothing is known of it.
__global__ void fill(int* v, int row) { v[blockIdx.x * row + threadIdx.x] = blockIdx.x; } /*A*/

void run(int* v, int blocks) {
  auto narrow = [&](int row) { fill<<<blocks, 64>>>(v, row); };
  narrow(32);
  fill<<<blocks, 64>>>(v, 64);
}
