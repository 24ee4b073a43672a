// expect: refuted
// finding: race any error A
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

void add(cudaGraph_t graph, int* v) {
  fill<<<1, 32>>>(v);
  cudaKernelNodeParams node = {0};
  void* args[] = {&v};
  node.func = (void*)fill;
  node.gridDim = dim3(1);
  node.blockDim = dim3(64);
  node.kernelParams = args;
  cudaGraphNode_t made;
  cudaGraphAddKernelNode(&made, graph, nullptr, 0, &node);
}
