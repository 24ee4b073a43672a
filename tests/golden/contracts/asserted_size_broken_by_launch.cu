// expect: refuted
// finding: assertion confirmed error A
// The launch passes what the kernel rules out.
__global__ void quarters(int* out, int n) {
  assert(n % 4 == 0); /*A*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = n / 4;
}

void run(int* out, int g) { quarters<<<g, 64>>>(out, 6); }
