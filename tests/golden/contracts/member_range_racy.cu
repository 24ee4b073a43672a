// expect: refuted
// flags: --block 4 --grid 1
// finding: race confirmed error A A
struct Graph {
  int n;
  const unsigned* bin;
};
__global__ void mark(int* out, Graph graph) {
  __requires("range(graph.bin, 0, 17)");
  int i = threadIdx.x;
  if (i < graph.n) out[16 * i + graph.bin[i]] = i; /*A*/
}
