// expect: unknown
// flags: --timeout 0.005
// Not decided for what the callers pass. For any sizes it would be verified, were the array that they pass twice
// forgotten with these.
__global__ void gather(const int* in, int* out, int a, int b, int c) {
  const int i = threadIdx.x;
  out[a + i] = in[b + c + 255 - i] + 1;
}

static void launch(const int* in, int* out, int a, int b, int c) { gather<<<1, 256>>>(in, out, a, b, c); }

void host(int* data, int x, int y, int z) {
  if (x > 0 && y > 0 && z > 0) launch(data, data, z * z * z * 256, x * x * x * 256, y * y * y * 256);
}
