// expect: refuted
// finding: race confirmed error A A
// suggests: distinct(ids)
// depends: prev
// What is stored comes from an array as well. The number of elements is a product.
__global__ void collect(int* scores, const int* prev, const int* ids, unsigned batch, unsigned length,
                        unsigned width) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < batch * length) scores[(i / length) * width + ids[i]] = prev[i] * 2; /*A*/
}
