// expect: refuted
// finding: race any error A
// more: yes
surface<void, 2> target;
__global__ void fill() {
  surf2Dwrite(1.0f * threadIdx.x, target, 0, 0); /*A*/
}
