// expect: unknown
// unknown: A a read through a pointer that is loaded from memory
// unknown: A a write through a pointer that is loaded from memory
// Objects behind several pointers, with pointers in each: two may lead to one array.
struct Tables {
  unsigned* first;
};
__constant__ Tables* tables[4];

__global__ void reversed(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) tables[0]->first[i] = tables[1]->first[n - i - 1]; /*A*/
}
