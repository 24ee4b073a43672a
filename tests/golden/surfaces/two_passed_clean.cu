// expect: verified
// assumes: distinct pointers point to distinct arrays
__global__ void shifted(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
  surf1Dwrite(1, from, 4 * (int)threadIdx.x);
  surf1Dwrite(2, to, 4 * (int)threadIdx.x + 4);
}

int main() {
  cudaSurfaceObject_t from, to;
  cudaResourceDesc description;
  cudaCreateSurfaceObject(&from, &description);
  cudaCreateSurfaceObject(&to, &description);
  shifted<<<1, 64>>>(from, to);
}
