// expect: refuted
// finding: race confirmed error A B
// Two names for one array, an element apart.
__global__ void names(int* data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int* next = data + 1;
  data[i] = 1; /*A*/
  next[i] = 2; /*B*/
}
