// expect: verified
// The host's new and delete are not those of the device.
__global__ void fill(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = 1.0f;
}
int main() {
  int* size = new int(1000);
  float *host = new float[1000], *v;
  cudaMalloc(&v, *size * sizeof(float));
  fill<<<4, 256>>>(v, *size);
  cudaMemcpy(host, v, *size * sizeof(float), cudaMemcpyDeviceToHost);
  delete[] host;
  delete size;
}
