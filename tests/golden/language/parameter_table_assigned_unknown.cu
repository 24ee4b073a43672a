// expect: unknown
// unknown: A a value that is not a variable
struct Tables {
  int offsets[4];
};
__global__ void k(Tables t, float *v) {
  t.offsets[threadIdx.x] = 0; /*A*/
  v[t.offsets[0] + threadIdx.x] = threadIdx.x;
}
