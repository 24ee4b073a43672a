// expect: verified
// assumes: b.width == 512
// Who allocates writes a pointer, through whatever type its address has, and nothing beside it.
struct Grid {
  int width;
  float* cells;
};
__global__ void transpose(Grid a, Grid b) {
  int i = threadIdx.x + blockDim.x * blockIdx.x;
  int j = threadIdx.y + blockDim.y * blockIdx.y;
  b.cells[i * b.width + j] = a.cells[j * a.width + i];
}
template <class T> void allocate(T** p, int count) { cudaMalloc((void**)p, count * sizeof(T)); }
void on_device(Grid host_a, Grid host_b) {
  Grid a, b;
  a.width = host_a.width;
  b.width = host_b.width;
  allocate(&a.cells, 512 * 512);
  cudaMalloc(reinterpret_cast<void**>(&b.cells), 512 * 512 * sizeof(float));
  cudaMemcpy(a.cells, host_a.cells, 512 * 512 * sizeof(float), cudaMemcpyHostToDevice);
  transpose<<<dim3(32, 32), dim3(16, 16)>>>(a, b);
}
int main() {
  Grid a, b;
  a.width = 512;
  b.width = 512;
  on_device(a, b);
}
