// expected: verified
//
// Sum of up to 512 elements per block by a tree in shared memory: the active half shrinks, with a
// barrier after every step.
__global__ void reduce(float *sums, const float *in, int n)
{
    __shared__ float partial[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 512 + t;

    float sum = i < n ? in[i] : 0.0f;
    if (i + 256 < n)
        sum += in[i + 256];
    partial[t] = sum;
    __syncthreads();

    for (int half = 128; half > 0; half >>= 1) {
        if (t < half)
            partial[t] += partial[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = partial[0];
}

void launch(float *sums, const float *in, int n)
{
    reduce<<<(n + 511) / 512, 256>>>(sums, in, n);
}
