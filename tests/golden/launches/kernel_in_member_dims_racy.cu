// expect: refuted
// finding: race any error A A
// A kernel that is kept somewhere may be what a launch of two dimensions through a member launches.
__global__ void add(int* p) { /*A*/ p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

struct Table {
  void (*run)(int*);
};
void launch(const Table& table, int* p) { table.run<<<dim3(4, 4), 32>>>(p); }

int main() {
  int* p;
  cudaMalloc(&p, 4096);
  Table table{add};
  launch(table, p);
}
