// expect: unknown
// flags: --timeout 0.005
// Not decided for what the callers pass. For any sizes it would be verified, were the array that they pass twice
// forgotten with these.
__global__ void gather(const int* in, int* out, int a, int b, int c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * b * b * c + i * a % (b * b + 3) * c] + 1;
}

static void launch(const int* in, int* out, int a, int b, int c) { gather<<<64, 256>>>(in, out, a, b, c); }

void host(int* data, int a, int b) { launch(data, data, a * a + 3, b * b + 5, a * b); }
