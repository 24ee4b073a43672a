// expect: verified
// assumes: the pointers in tables point to distinct arrays, and to no others
// Arrays behind the pointers of an object that one pointer of the file leads to.
struct Tables {
  unsigned* first;
  unsigned* second;
  __device__ unsigned at(int i) const { return second[i]; }
};
__constant__ Tables* tables;

__global__ void reversed(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) tables->first[i] = tables->at(n - i - 1);
}

// An object for each thread.
__device__ Tables* objects;
__global__ void starts(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) objects[i].first[0] = i;
}
