// expect: verified
// flags: --infer-requires
// under: stride != 0
// The first turn of the host's loop keeps it; how far the others go down is not known.
__global__ void spread(int* out, int stride) { out[(int)threadIdx.x * stride] = threadIdx.x; }
void host(int* out, int last) {
  for (int stride = 8; stride != last; stride--) spread<<<1, 64>>>(out, stride);
}
