// expect: refuted
// finding: race confirmed error A A
// What an iteration sets at once reads `first`, which is not part of the swap of `a` and `b`.
__global__ void turn(int* v, const int* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int j = 0, a = 1, b = 2, first = in[i];
  while (j < rounds) {
    const int low = b + first, high = a + first;
    const int next = in[first];
    first = next;
    a = low;
    b = high;
    j = j + 2;
  }
  v[i / 2] = a + b + first; /*A*/
}
