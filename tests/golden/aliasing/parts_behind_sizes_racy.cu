// expect: refuted
// finding: race confirmed error A B
// more: yes
// The last of three parts begins one element too early.
__global__ void put(const float* from, float* a, float* b, float* c, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    a[i] = from[i];
    b[i] = from[i] * 2; /*A*/
    c[i] = from[i] + 1; /*B*/
  }
}
void host(const float* from, float* all, int n) {
  float *second = all + n, *third = second + n - 1;
  put<<<1, 256>>>(from, all, second, third, n);
}
