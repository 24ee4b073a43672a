// expect: refuted
// finding: assertion confirmed error A
// assumes: n == 6
// One launch keeps to it, the other does not.
__global__ void quarters(int* out, int n) {
  assert(n % 4 == 0); /*A*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = n / 4;
}

void right(int* out, int g) { quarters<<<g, 64>>>(out, 8); }
void wrong(int* out, int g) { quarters<<<g, 64>>>(out, 6); }
