// expect: verified
// assumes: blockDim = (16, 16, 1)
// nvcc takes a list in braces as the size of the grid or the block, whatever stands in it.
#define TILE {16, 16, 1}
#define CHECKED(launch) launch, cudaGetLastError()

template <int N> __global__ void turn(float* x) {
  __shared__ float tile[N][N];
  float* own = x + N * N * (blockIdx.x + gridDim.x * blockIdx.y);
  tile[threadIdx.y][threadIdx.x] = own[N * threadIdx.y + threadIdx.x];
  __syncthreads();
  own[N * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

struct Runner {
  void run(float* x, int n) { turn<16><<<n, {16, 16, 1}>>>(x); }
};

void run(float* x, int n, unsigned rows, cudaStream_t s) {
  turn<16><<<{4, 4}, {16, (16)}, 0, s>>>(x);
  turn<16><<<{static_cast<unsigned>(n), rows}, TILE>>>(x);
  turn<16><<<n,{16,16}>>>(x);
  auto later = [=] { CHECKED((turn<16> << <{}, {16, 16, 1}, 0, s >> > (x))); };
  later();
}
