// expect: refuted
// finding: race any error A A
struct Tables {
  int offsets[4];
};
__global__ void k(Tables t, float *v) {
  t.offsets[threadIdx.x] = 0;
  v[t.offsets[0] + threadIdx.x] = threadIdx.x; /*A*/
}
