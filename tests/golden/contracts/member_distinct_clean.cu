// expect: verified
// assumes: distinct(graph.perm) (__requires)
// Members of a parameter, of a base of its class, and of an object that a method works on.
struct Order {
  const int* perm;
};
struct Graph : Order {
  int n;
  const unsigned* bin;
  __device__ void mark(int* out, int i) const {
    if (i < n) out[16 * i + bin[i]] = i;
  }
};
__global__ void scatter(int* out, int* second, Graph graph) {
  __requires(distinct(graph.perm));
  __requires(range(graph.bin, 0, 16));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < graph.n) out[graph.perm[i]] = i;
  graph.mark(second, i);
}
