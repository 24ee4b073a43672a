// expect: refuted
// finding: race confirmed error A A
// more: yes
// The launch has two grid dimensions, the kernel looks at one.
__global__ void tiles(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = out[i] + in[i]; /*A*/
}
void run(int* out, const int* in, int w, int h) { tiles<<<dim3(w, h), 64>>>(out, in); }
