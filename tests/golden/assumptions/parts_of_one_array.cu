// expect: refuted
// finding: race confirmed error W R
// more: yes
// suggests: own + blockDim.x <= next
// A layer of a network reads the part of the array that the next one has written.
__global__ void propagate(float* deltas, int own, int count, int next, float* weights) {
  for (int j = 0; j < count; j++)
    deltas[own + threadIdx.x] += /*W*/
        deltas[next + j] * weights[j * blockDim.x + threadIdx.x]; /*R*/
}
void launch(float* deltas, float* weights, int own, int count, int next, int threads) {
  propagate<<<1, threads>>>(deltas, own, count, next, weights);
}
