// expect: refuted
// flags: --block 32 --grid 1
// finding: race confirmed error A A
// The pointer that is written through is the one of the round before: one row for two threads.
__global__ void turn(float** rows) {
  float* kept = rows[threadIdx.x];
  for (int k = 1; k < 3; ++k) {
    float* next = rows[(threadIdx.x + k) % 32];
    kept[0] /*A*/ = threadIdx.x;
    kept = next;
  }
}
