// Edges are objects: of what is tried of their order nothing is known.
// expect: refuted
// finding: race possible error A B
// more: yes
struct Edge {
  unsigned target;
};
__global__ void visit(const unsigned *active, const unsigned *row, const Edge *edges, bool *visited,
                      unsigned *next, unsigned *distance, unsigned n) {
  unsigned tid = blockDim.x * blockIdx.x + threadIdx.x;
  if (tid >= n) return;
  unsigned from = active[tid], start = row[from], end = row[from + 1], own = distance[from];
  for (int i = start; i < end; i++) {
    unsigned node = edges[i].target, far = own + 1;
    if (!/*A*/visited[node] && far < distance[node]) {
      atomicMin(&distance[node], far);
      /*B*/visited[node] = true;
      next[node] = 1;
    }
  }
}
