// expect: verified
// A variable is in scope in its own initialiser: the outer one of that name is not meant there.
__global__ void inner(int* out, int* sizes) {
  int place = threadIdx.x;
  double size = 1;
  {
    int place = place = 7; // assigns to itself
    const int size = sizeof(size);
    if (size != 4) sizes[0] = threadIdx.x;
  }
  out[blockIdx.x * blockDim.x + place] = threadIdx.x;
}
