// expect: refuted
// finding: race confirmed error W
// assumes: gridDim.y == 1
// What launches a kernel that is not known has rows of threads, and two layers of them.
__global__ void add(float* v, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y;
  if (x < width) v[y * width + x] += 1; /*W*/
}
struct Task {
  void (*kernel)(float*, int);
};
Task task = {add};
void run(Task* t, float* v, int width) { t->kernel<<<(width + 31) / 32, dim3(32, 8, 2)>>>(v, width); }
