// expect: unknown
// unknown: A a surface write that moves coordinates
__global__ void fill(cudaSurfaceObject_t s) {
  surf2Dwrite(1.0f, s, (int)threadIdx.x * 4, 0, cudaBoundaryModeClamp); /*A*/
}
