// expect: unknown
// unknown: A surf2Dwrite
__global__ void fill(cudaSurfaceObject_t s) {
  surf2Dwrite(1.0f, s, (int)threadIdx.x * 4, 0, cudaBoundaryModeClamp); /*A*/
}
