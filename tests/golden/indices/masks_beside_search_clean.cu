// expect: verified
// Ranks of samples, of segments whose length is a power of two: where a thread writes hangs on the
// mask alone, not on the search nor on how many segments there are.
__device__ int search(int value, const int* data, int length, int step) {
  int at = 0;
  for (; step > 0; step >>= 1)
    if (at + step <= length && data[at + step - 1] <= value) at += step;
  return at;
}
__device__ int power_above(int x) { return 1U << (32 - __clz(x - 1)); }

__global__ void ranks(int* first, int* second, const int* keys, int stride, int n, int threads) {
  __requires((stride & (stride - 1)) == 0 && stride >= 1024 && stride < n && n <= 1 << 22);
  __requires(threads == (n - n % (2 * stride)) / 256);
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= threads) return;
  const int i = t & (stride / 128 - 1), segment = (t - i) * 256;
  const int length = min(stride, n - stride - segment);
  const int* data = keys + segment;
  if (i < stride / 128) {
    first[segment / 128 + i] = i * 128;
    second[segment / 128 + i] = search(data[i * 128], data + stride, length, power_above(length));
  }
  if (i < length / 128) {
    second[(segment + stride) / 128 + i] = i * 128;
    first[(segment + stride) / 128 + i] = search(data[stride + i * 128], data, stride, power_above(stride));
  }
}
