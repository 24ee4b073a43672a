// expect: refuted
// finding: race confirmed error W R
// flags: --block 64
// A function of another file that is given values: a static method has no object either.
struct Lattice {
  static __host__ __device__ float equilibrium(int q, float density);
};
__global__ void relax(float* cells) {
  for (int q = 0; q < 4; q++)
    cells[threadIdx.x * 4 + q] = Lattice::equilibrium(q, cells[threadIdx.x * 4 + q + 1]); /*W*/ /*R*/
}
