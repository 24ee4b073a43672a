// expect: error
// flags: --assume "forall i, j: i < j -> at[i] + width <= at[j]"
// Two integers are the most that a statement binds, and the variable would be at a third.
__constant__ int width;
__global__ void mark(int* out, const int* at) {
  for (int i = 0; i < width; i++) out[at[threadIdx.x] + i] = threadIdx.x;
}
