// expect: unknown
// unknown: A equilibrium
// The object may hold pointers.
struct Lattice {
  float* cells;
  __device__ float equilibrium(int q) const;
};
__global__ void relax(Lattice lattice, float* out) {
  out[threadIdx.x] = lattice.equilibrium(threadIdx.x); /*A*/
}
