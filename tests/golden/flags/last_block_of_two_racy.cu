// expect: refuted
// flags: --grid symbolic --assume "gridDim.x * blockDim.x == 96 && gridDim.y == 1 && gridDim.z == 1"
// finding: unordered-flag confirmed error A C
// finding: unordered-flag confirmed error A B
// The last block to arrive adds what the others wrote, and does not acquire it. A run has the two
// blocks of the witness alone: it shows the race where the grid has no others.
__device__ unsigned arrived;

__global__ void last_block_of_two(const float* in, volatile float* parts) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = in[blockIdx.x];  /*A*/
    __threadfence();
    is_last = atomicInc(&arrived, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last || threadIdx.x != 0) return;
  float sum = 0;
  for (unsigned i = 0; i < gridDim.x; ++i)
    sum += parts[i];  /*C*/
  parts[0] = sum;  /*B*/
}
