// expect: refuted
// finding: race confirmed error A
// One object after another of an array, by its parts.
struct Pair {
  float least, most;
};
__global__ void bounds(const float* in, float* out) {
  __shared__ Pair pairs[64][2];
  const int t = threadIdx.x % 64;
  if (threadIdx.x < 64)
    for (auto& [least, most] : pairs[t  / 2]) least = most = in[t]; /*A*/
  __syncthreads();
  float sum = 0;
  for (const auto [least, most] : pairs[63 - t]) sum += most - least;
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
