// expect: refuted
// flags: --timeout 1 -j 1
// finding: race any error A|B A|B
// more: yes
// suggests: apart > 0
// Most of what is asked of the shared part stays open: what rules out the race of the global part is
// found nevertheless.
__device__ unsigned padded(unsigned cell) { return cell + (cell >> (4 + cell) >> 8); }
__global__ void combine(unsigned* values, unsigned apart) {
  extern __shared__ unsigned tree[];
  unsigned t = threadIdx.x;
  unsigned first = 2 * apart * (blockIdx.x * blockDim.x + t) + apart - 1, second = first + apart;
  tree[padded(2 * t)] = values[first];
  tree[padded(2 * t + 1)] = values[second];
  unsigned step = 2 * blockDim.x;
  for (unsigned nodes = 1; nodes <= blockDim.x; nodes *= 2) {
    step >>= 1;
    __syncthreads();
    if (t < nodes) {
      unsigned left = padded(2 * step * t + step - 1), right = padded(2 * step * t + 2 * step - 1);
      unsigned old = tree[left];
      tree[left] = tree[right];
      tree[right] += old;
    }
  }
  __syncthreads();
  values[first] = tree[padded(2 * t)];      /*A*/
  values[second] = tree[padded(2 * t + 1)]; /*B*/
}
