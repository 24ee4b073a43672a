// expect: refuted
// finding: race any error A A
// finding: race any error B B
// more: yes
// A kernel may be what a parameter is by default, and a member from the start.
__global__ void add(int* v) { /*A*/ v[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void sum(int* v) { /*B*/ v[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

typedef void (*Kernel)(int*);
void run(int* v, Kernel kernel = add) { kernel<<<dim3(2, 2), 32>>>(v); }
struct Table {
  Kernel kernel = sum;
  void run(int* v) { kernel<<<dim3(2, 2), 32>>>(v); }
};

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  run(v);
  Table table;
  table.run(v);
}
