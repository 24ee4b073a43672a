// expect: verified
struct Particle {
  float x, y;
  int id;
};
__global__ void move(Particle* p) {
  __shared__ Particle s[1025];
  int t = threadIdx.x;
  s[t].x = 1.0f;
  s[t + 1].y = 2.0f;
  s[t].id = t;
  __syncthreads();
  p[blockIdx.x * blockDim.x + t] = s[t];
}
