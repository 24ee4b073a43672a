// expect: verified
#include <cstdio>
#define LOG(format, ...) printf(format, ##__VA_ARGS__)
__global__ void store(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main() {
  LOG("hello\n");
  int* p;
  store<<<2, 64>>>(p);
}
