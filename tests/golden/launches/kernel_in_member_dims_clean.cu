// expect: verified
// Launches through a member have the one dimension that stands there.
__global__ void add(int* p) { p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

struct Table {
  void (*run)(int*);
};
void launch(const Table& table, int* p, int n) {
  const dim3 grid(n);
  table.run<<<grid, 32>>>(p);
}

int main() {
  int* p;
  cudaMalloc(&p, 4096);
  Table table{add};
  launch(table, p, 4);
}
