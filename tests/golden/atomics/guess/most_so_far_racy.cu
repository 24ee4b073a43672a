// expect: refuted
// finding: race confirmed error A B
// finding: racy-guess any warning A C
// finding: race confirmed error D E
// finding: race any error G H
// finding: race confirmed error I J
// The cell may hold less afterwards than when it was read.
__global__ void reset_between(int *top, const int *in) {
  int value = in[threadIdx.x];
  int old = *top, assumed; /*A*/
  while (value > old) {
    assumed = old;
    old = atomicCAS(top, assumed, value); /*C*/
  }
  if (threadIdx.x == 0) atomicExch(top, 0); /*B*/
}
// who goes on looks at the cell no more
__global__ void once_looked(int *top, const int *in) {
  int value = in[threadIdx.x];
  int old = *top, assumed; /*D*/
  if (old >= value) return;
  do {
    assumed = old;
    old = atomicCAS(top, assumed, value); /*E*/
  } while (assumed != old);
}
// what is stored is not what was compared
__global__ void other_number(int *top, const int *in) {
  int value = in[threadIdx.x];
  int old = *top, assumed; /*G*/
  do {
    assumed = old;
    if (assumed >= value) break;
    old = atomicCAS(top, assumed, value - 9); /*H*/
  } while (assumed != old);
}
// what it is told is used
__global__ void told(int *top, const int *in, int *seen) {
  int value = in[threadIdx.x];
  int old = *top, assumed; /*I*/
  while (value > old) {
    assumed = old;
    old = atomicCAS(top, assumed, value); /*J*/
  }
  seen[threadIdx.x] = old;
}
