// expect: verified
// flags: --block 8,8,8
// The axes of a volume, in another order.
__global__ void permute(float* out, const float* in, int nx, int ny, int nz) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int z = blockIdx.z * 8 + threadIdx.z;
  if (x < nx && y < ny && z < nz) out[(x * nz + z) * ny + y] = in[(z * ny + y) * nx + x];
}
