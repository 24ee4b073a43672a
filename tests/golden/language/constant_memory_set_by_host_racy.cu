// expect: refuted
// flags: --block 8 --grid 1
// finding: race confirmed error A A
// Its twin: what is not const may be set by the host before the launch.
struct Step {
  signed char v;
};
__constant__ Step one = {1};
__global__ void constants(int* out) { out[threadIdx.x * one.v] = threadIdx.x; /*A*/ }
