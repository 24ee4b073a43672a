// expect: refuted
// finding: race confirmed error A B
// No barrier lies between the rows that are written and the columns that are read.
#define LAUNCH(tag)                                                            \
  void launch_##tag(float *x, int n) {                                         \
    dim3 block(16, 16);                                                        \
    tag##_kernel < < < n, block > > > (x, n);                                  \
  }

__global__ void turn_kernel(float *x, int n) {
  __shared__ float tile[16][16];
  float *own = x + 256 * blockIdx.x;
  tile[threadIdx.y][threadIdx.x] = own[16 * threadIdx.y + threadIdx.x]; /*A*/
  own[16 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; /*B*/
}
LAUNCH(turn)
