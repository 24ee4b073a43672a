__global__ void wrong(int* a) { a[0] = threadIdx.x; }
