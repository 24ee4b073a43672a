// expect: refuted
// flags: --block 16,16
// finding: race confirmed error A A
// more: yes
// The pitch is that of the matrix before.
__global__ void transpose(float* out, const float* in, int nx, int ny, int nz) {
  __shared__ float s[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, z = blockIdx.z;
  if (x < nx && y < ny && z < nz) s[threadIdx.y][threadIdx.x] = in[(z * ny + y) * nx + x];
  __syncthreads();
  x = blockIdx.x * 16 + threadIdx.y, y = blockIdx.y * 16 + threadIdx.x;
  if (x < nx && y < ny && z < nz) out[(z * nx + x) * nx + y] = s[threadIdx.x][threadIdx.y]; /*A*/
}
