// expect: verified
// Only loops over ranges name begin() and end().
namespace ns {
missing_t begin(missing_t x);
}
__global__ void k(float* a, int n) {
  for (int i = threadIdx.x; i < (n > 3 ? n : 3); i += blockDim.x)
    a[i] = i;
}
int main() {
  float* a;
  cudaMalloc(&a, 400);
  k<<<1, 256>>>(a, 100);
}
