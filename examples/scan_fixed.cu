// expected: verified
//
// scan.cu repaired: all threads read, then all write.
__global__ void scan(int *data)
{
    __shared__ int s[512];
    int t = threadIdx.x;

    s[t] = data[t];
    __syncthreads();
    for (int offset = 1; offset < blockDim.x; offset *= 2) {
        int left = t >= offset ? s[t - offset] : 0;
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    data[t] = s[t];
}

void launch(int *data) { scan<<<1, 512>>>(data); }
