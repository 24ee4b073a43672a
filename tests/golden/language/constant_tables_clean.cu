// expect: verified
// flags: --block 128
// Constants of the file are what they say: by index, through a pointer, in rows and records.
struct Tap { int at; float weight; };
struct Window { int low, high; };
__constant__ const int offset[] = {0, 32, 64, 96};
__device__ const Tap taps[2] = {{1, 0.5f}, {2, 0.25f}};
constexpr int grid[2][2] = {{1, 2}, {3, 4}};
constexpr Window window = {3, 4};
static const int2 pairs[3] = {{1, 2}, {3, 4}};
__constant__ const int size = 4;
__device__ int sum(const int* q) { return q[0] + q[1]; }

__global__ void scatter(int* out) {
  out[offset[threadIdx.x / 32] + threadIdx.x % 32] = 1;
  if (sum(offset) != 32 || taps[1].at != 2 || grid[1][0] != 3 || window.high != 4 ||
      pairs[1].y != 4 || pairs[2].x != 0 || size != 4 || sizeof offset != 16)
    out[0] = threadIdx.x;
}
