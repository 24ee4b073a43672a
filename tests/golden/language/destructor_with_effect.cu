// expect: refuted
// finding: race any error A A
struct Mark {
  float* place;
  __device__ ~Mark() { *place = threadIdx.x; } /*A*/
};
__global__ void marks(float* out) {
  Mark mark{out};
}
