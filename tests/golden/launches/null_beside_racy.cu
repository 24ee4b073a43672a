// expect: refuted
// finding: race confirmed error A B
// A race that has nothing to do with the array that no launch passes: the run passes none, too.
__global__ void shift(float* v, float* copy, int n) {
  int i = threadIdx.x;
  if (i + 1 >= n) return;
  float next = v[i + 1]; /*A*/
  v[i] = next; /*B*/
  if (copy != nullptr) copy[i] = next;
}

void run(float* v, int n) { shift<<<1, 256>>>(v, nullptr, n); }
