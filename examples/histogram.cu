// expected: verified
//
// Histogram with one private copy per block. All increments are atomic; barriers separate clearing,
// counting and merging. Without the atomics, every one of them would race.
__global__ void histogram(unsigned *bins, const unsigned char *data, int n)
{
    __shared__ unsigned local[256];

    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        local[b] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[data[i]], 1u);
    __syncthreads();

    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        atomicAdd(&bins[b], local[b]);
}
