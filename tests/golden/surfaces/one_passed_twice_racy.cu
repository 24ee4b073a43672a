// expect: refuted
// finding: race any error A B
// finding: race any error C D
// The launch passes one surface as both.
struct Pair { cudaSurfaceObject_t from, to; };

__global__ void shifted(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
  surf1Dwrite(1, from, 4 * (int)threadIdx.x);   /*A*/
  surf1Dwrite(2, to, 4 * (int)threadIdx.x + 4); /*B*/
}

__global__ void of_struct(Pair pair) {
  const int next = surf1Dread<int>(pair.from, 4 * (int)threadIdx.x + 4); /*C*/
  surf1Dwrite(next, pair.to, 4 * (int)threadIdx.x);                      /*D*/
}

int main() {
  cudaSurfaceObject_t surface;
  cudaResourceDesc description;
  cudaCreateSurfaceObject(&surface, &description);
  auto same = surface;
  shifted<<<1, 64>>>(surface, same);
  of_struct<<<1, 64>>>(Pair{surface, surface});
}
