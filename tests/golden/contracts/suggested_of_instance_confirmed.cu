// expect: refuted
// finding: race confirmed error A
// more: yes
// suggests: blockDim.x <= 256
// suggests: blockDim.x <= 512
// Each instance names how many threads its blocks may have. What the first needs is more than the second does.
template <int B> __global__ void add(float* a, int n) {
  int i = blockIdx.x * B + threadIdx.x;
  if (i < n) a[i] = a[i] + 1.0f; /*A*/
}

template __global__ void add<256>(float*, int);
template __global__ void add<512>(float*, int);
