// expect: refuted
// flags: --block 8,8,8
// finding: race confirmed error A A
// more: yes
// One pitch is that of another axis.
__global__ void permute(float* out, const float* in, int nx, int ny, int nz) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int z = blockIdx.z * 8 + threadIdx.z;
  if (x < nx && y < ny && z < nz) out[(x * ny + z) * ny + y] = in[(z * ny + y) * nx + x]; /*A*/
}
