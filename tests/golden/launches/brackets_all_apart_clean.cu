// expect: verified
// assumes: blockDim = (16, 16, 1)
// In macros formatters put blanks between all brackets, which nvcc takes for one as well. The block
// that the launch names fills the tile.
template <class T> struct Box {
  T value;
};
#define LAUNCH(tag)                                                            \
  void launch_##tag(float *x, int n) {                                         \
    dim3 block(16, 16);                                                        \
    tag##_kernel < < < n,                                                      \
        block >>>                                                              \
            (x, n);                                                            \
  }

__global__ void turn_kernel(float *x, int n) {
  __shared__ float tile[16][16];
  float *own = x + 256 * blockIdx.x;
  tile[threadIdx.y][threadIdx.x] = own[16 * threadIdx.y + threadIdx.x];
  __syncthreads();
  own[16 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
LAUNCH(turn)

__global__ void boxes_kernel(Box<Box<float> > *x) { x[threadIdx.x].value.value = 1; }
void boxes(void *x) {
  boxes_kernel < < < 1, dim3(16, 16 > 3 ? 1 : 2) > > > (static_cast<Box<Box<float> > *>(x));
}
