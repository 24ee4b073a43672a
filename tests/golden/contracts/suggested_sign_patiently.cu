// expect: refuted
// flags: --timeout 1 --assume "w % 64 == 0 && w > 0"
// finding: race confirmed error A A
// suggests: h >
// more: yes
// A height below zero makes a block of a launch that rounds quotients up. That no other height does
// harm takes longer to prove than a question gets; where the time ends, `h > 0` or more is proved.
__global__ void windows(int* out, int w, int h, int steps) {
  int x = blockIdx.x * 64 + threadIdx.x;
  int first = blockIdx.y * 8 * steps;
  int end = 0, next = 0, down = 0, back = 0;
  if (x < w) {
    int column = x / 2, row;
    if (x & 1) {
      row = w / 2;
      column += (w / 2 + (w % 2 == 0 ? 0 : 1)) * (h / 2 + (h % 2 == 0 ? 0 : 1));
      down = w * h / 2;
    } else {
      row = w / 2 + (w & 1);
      down = (h / 2 + (h % 2 == 0 ? 0 : 1)) * w;
    }
    back = row - down;
    end = column + h / 2 * row + (h & 1) * down;
    next = column + first / 2 * row + (first & 1) * down;
  }
  for (int k = 0; k < steps; ++k) {
    for (int r = 0; r < 8; r += 2) {
      if (next != end) {
        out[next] = x + 1000 * first; /*A*/
        next += down;
      }
      if (next != end) {
        out[next] = -x - 1000 * first;
        next += back;
      }
    }
    __syncthreads();
  }
}
void launch(int* out, int w, int h) {
  int steps = 4;
  windows<<<dim3((w + 63) / 64, h / 32 + (h % 32 == 0 ? 0 : 1)), 64>>>(out, w, h, steps);
}
