// expect: verified
// assumes: n == 768
// Stores to elements change none of the numbers in their index.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
struct Table {
  int starts[8];
};
void run(float* v, int n) { columns<<<3, 256>>>(v, n); }
int main() {
  int n = 768, rows = 4;
  float* host = (float*)malloc(rows * n * sizeof(float));
  Table table;
  for (int r = 0; r < rows; r++) {
    table.starts[r % n] = r;
    for (int c = 0; c < n; c++)
      host[r * n + c] *= 20;
  }
  float* v;
  cudaMalloc(&v, rows * n * sizeof(float));
  run(v, n);
}
