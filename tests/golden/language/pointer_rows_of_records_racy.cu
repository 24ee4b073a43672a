// expect: refuted
// flags: --block 128
// finding: race confirmed error A A
struct Job {
  const float* in;
  float* out;
  int n, pitch;
};

// Steps of one element less than there are threads.
__global__ void run(const Job* jobs) {
  const Job job = jobs[blockIdx.x];
  float* at = job.out + threadIdx.x;
  for (int i = threadIdx.x; i < job.n; i += blockDim.x) {
    *at /*A*/ = i;
    at += blockDim.x - 1;
  }
}
