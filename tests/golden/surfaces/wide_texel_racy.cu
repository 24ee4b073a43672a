// expect: refuted
// finding: race any error A
// more: yes
//
// x counts bytes: 8 of them are written every 4.
__global__ void fill(cudaSurfaceObject_t s) {
  surf2Dwrite(make_float2(1, threadIdx.x), s, (int)threadIdx.x * 4, 0); /*A*/
}
