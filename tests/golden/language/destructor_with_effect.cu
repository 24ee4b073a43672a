// expect: unknown
// unknown: A which has a destructor
struct Mark {
  float* place;
  __device__ ~Mark() { *place = threadIdx.x; }
};
__global__ void marks(float* out) {
  Mark mark{out}; /*A*/
}
