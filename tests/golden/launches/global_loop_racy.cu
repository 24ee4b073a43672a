// expect: refuted
// finding: race any error A
// more: yes
// The loop's condition speaks of a variable of the file, whose address only scanf gets, and the
// function that checks changes it, too: a variable of the same name is its own only further in.
int size;
void read() { scanf("%d", &size); }
void check(const char* what) {
  cudaError_t e = cudaGetLastError();
  if (e != cudaSuccess) {
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
    int size = 1;
    exit(size);
  }
  size = rand() % 64;
}
__global__ void below(float* a, int n, int t) {
  if (threadIdx.x + blockIdx.x * blockDim.x >= n - 1 - t) return;
  if (threadIdx.y >= n - t) return;
  a[n * (threadIdx.x + 1 + t + blockIdx.x * blockDim.x) + t + threadIdx.y] = threadIdx.x; /*A*/
}
void run(float* a) {
  for (int t = 0; t < size - 1; t++) {
    cudaThreadSynchronize();
    check("before");
    below<<<size / 32 + 1, dim3(8, 8)>>>(a, size, t);
  }
  size = -size;
}
