// expect: verified
// flags: --timeout 2 --block 256 --assume "stride > 0 && (stride & (stride - 1)) == 0"
// One step of a merge by a network: thread t has the cells p and p + stride, where p is
// 2 * stride * (t / stride) + t % stride, for any power of two.
__global__ void merge(unsigned* keys, unsigned stride, unsigned size) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned pos = 2 * t - (t & (stride - 1));
  if (stride < size / 2) {
    if ((t & (size / 2 - 1)) < stride) return;
    unsigned a = keys[pos - stride], b = keys[pos];
    keys[pos - stride] = a < b ? a : b;
    keys[pos] = a < b ? b : a;
  } else {
    unsigned a = keys[pos], b = keys[pos + stride];
    keys[pos] = a < b ? a : b;
    keys[pos + stride] = a < b ? b : a;
  }
}
