// expect: unknown
// unknown: A surface that is no parameter
__global__ void fill(cudaSurfaceObject_t *all) {
  surf2Dwrite(1.0f, all[blockIdx.x], (int)threadIdx.x * 4, 0); /*A*/
}
