// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// suggests: monotone(key)
// Where cells begin and end among sorted keys, many of which are equal: not that all differ.
__global__ void bounds(int* first, int* last, const int* key, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int k = key[i];
  if (i == 0 || k != key[i - 1]) /*A*/ first[k] = i;
  if (i == n - 1 || k != key[i + 1]) /*B*/ last[k] = i + 1;
}

void host(int* first, int* last, const int* key, int n) {
  bounds<<<(n + 255) / 256, 256>>>(first, last, key, n);
}
