// expect: verified
// flags: --infer-requires --block 32 --grid symbolic
// under: pitch >= width
__global__ void rows(int* out, int width, size_t pitch) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y;
  if (x < width && blockIdx.z == 0) out[y * pitch + x] = x - y;
}
