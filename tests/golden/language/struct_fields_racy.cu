// expect: refuted
// finding: race confirmed error A B
struct Particle {
  float x, y;
  int id;
};
__global__ void move(Particle* p) {
  __shared__ Particle s[1025];
  int t = threadIdx.x;
  s[t].x = 1.0f;     /*A*/
  s[t + 1].x = 2.0f; /*B*/
  __syncthreads();
  p[blockIdx.x * blockDim.x + t] = s[t];
}
