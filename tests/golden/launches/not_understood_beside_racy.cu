// expect: refuted
// finding: race any error A
// Nothing is known of what the second launch passes: it is a launch all the same.
__global__ void fill(int* out, int stride) {
  out[blockIdx.x * stride + threadIdx.x] = blockIdx.x; /*A*/
}

struct Plan;
dim3 blocks_of(Plan* plan);
int stride_of(Plan* plan);

void known(int* out, int g) { fill<<<g, 64>>>(out, 64); }
void open(int* out, Plan* plan) { fill<<<blocks_of(plan), 64>>>(out, stride_of(plan)); }
