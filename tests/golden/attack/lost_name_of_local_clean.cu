// expect: verified
// A variable of the kernel's own has the name of a function that does not compile.
double mean(missing_t* in);

struct Sum {
  float mean;
};

__global__ void k(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float mean = in[i] / n;
  Sum sum;
  sum.mean = mean;
  if (sum.mean > 1.0f) out[i] = mean;
}
