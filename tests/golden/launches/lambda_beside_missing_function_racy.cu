// expect: refuted
// finding: race confirmed error A
// The function does not compile as a whole; what the lambda in it launches is a launch all the same.
__global__ void fill(float* out) { out[threadIdx.x] += 1; /*A*/ }
int main() {
  float* out = nullptr;
  auto launch = [&] { fill<<<4, 32>>>(out); };
  missing(launch);
}
