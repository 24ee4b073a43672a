// expect: refuted
// finding: race any error A
// A constructor's initialiser launches.
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

struct Runner {
  int done;
  Runner(int* v) : done((fill<<<1, 64>>>(v), 1)) {}
};

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  fill<<<1, 32>>>(v);
  Runner runner(v);
}
