// expect: verified
#define WIDTH 16
#define CELL(r, c) ((r) * (WIDTH + PAD) + (c))
typedef unsigned int uint32;
using real = float;
enum { PAD = 1, ROWS = WIDTH };
static const int kFirst = 0;
constexpr int kCells = ROWS * (WIDTH + PAD);
__global__ void names(real* out) {
  __requires(blockDim.x == WIDTH && blockDim.y == ROWS);
  __shared__ real s[kCells];
  uint32 x = threadIdx.x;
  uint32 y = threadIdx.y;
  s[kFirst + CELL(y, x)] = 0;
  __syncthreads();
  if (x == 0 && y == 0) out[blockIdx.x] = s[CELL(WIDTH - 1, ROWS - 1)];
}
