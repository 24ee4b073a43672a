// expect: unknown
// unknown: U two may lead to one array
// A launch that passes one pointer twice: they are not two arrays.
struct Table {
  float* p[70];
  int sizes[70];
};
__global__ void fill(Table table) { /*U*/
  table.p[threadIdx.x % 2 + 66][threadIdx.x / 2] = threadIdx.x;
}
int main() {
  float* a;
  cudaMalloc(&a, 4096);
  Table table;
  table.p[66] = a;
  table.p[67] = a;
  fill<<<1, 32>>>(table);
}
