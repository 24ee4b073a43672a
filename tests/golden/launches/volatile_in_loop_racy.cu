// expect: refuted
// finding: race confirmed error W
// assumes: blockDim = (8, 8, 2)
// more: yes
// A volatile flag is turned in the loop around the launch: the sizes are what they are, two layers of threads.
__global__ void add(float* to, const float* from) {
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  int y = threadIdx.y + blockIdx.y * blockDim.y;
  int at = x + y * blockDim.x * gridDim.x;
  to[at] += from[at]; /*W*/
}
void animate(float* a, float* b, int frames) {
  dim3 grid(32, 32);
  dim3 block(8, 8, 2);
  volatile bool turned = false;
  for (int i = 0; i < frames; ++i) {
    add<<<grid, block>>>(a, b);
    turned = !turned;
  }
}
