// expect: verified
struct Flags {
  unsigned a : 4;
  unsigned b : 12;
  int c : 16;
};
__global__ void in_registers(int *out, int n) {
  Flags f;
  f.a = threadIdx.x;
  f.b = 3;
  f.c = -2;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f.a + f.b + f.c;
}
__global__ void narrow(int *out) {
  Flags f{};
  f.c = 65535; // is -1
  if (f.c < 0) out[threadIdx.x] = f.a;
  else out[0] = threadIdx.x;
}
__global__ void in_memory(Flags *all, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  all[i].a = 5;
  all[i].c = i;
  out[i] = all[i].b;
  all[i].b++;
}
