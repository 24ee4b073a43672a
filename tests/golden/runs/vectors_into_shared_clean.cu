// expect: verified
// flags: --block 128 --grid 16 --param n=2048
// Bodies are copied whole into shared memory, where a long loop reads them, and moved elsewhere.
__global__ void move(const float4* bodies, float4* moved, int n) {
  __shared__ float4 near[128];
  int own = blockIdx.x * blockDim.x + threadIdx.x;
  float4 body = bodies[own];
  float pull = 0;
  for (int first = 0; first < n; first += 128) {
    near[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 128; ++k) {
      float away = near[k].x - body.x;
      pull += away * rsqrtf(away * away + 0.25f);
    }
    __syncthreads();
  }
  body.x += pull;
  moved[own] = body;
}
