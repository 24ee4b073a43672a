// expect: refuted
// finding: race confirmed error A B
// What a function passes on to itself is one array under two names there.
__global__ void add(float* p, const float* q, int n) {
  __shared__ float first;
  if (threadIdx.x == 0) /*A*/ first = q[blockIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) /*B*/ p[i] += first;
}

void sums(float* out, int n, float** of) {
  if (n > 1) {
    sums(of[0], n / 2, of);
    dim3 grid((n + 255) / 256, 1, 1), block(256, 1, 1);
    add<<<grid, block>>>(out, of[0], n);
  }
}
