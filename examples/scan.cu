// expected: refuted
//
// Prefix sums in place: a thread may overwrite its cell before its neighbour has read it. Reading
// into a register, a barrier, and only then writing repairs it (scan_fixed.cu).
__global__ void scan(int *data)
{
    __shared__ int s[512];
    int t = threadIdx.x;

    s[t] = data[t];
    __syncthreads();
    for (int offset = 1; offset < blockDim.x; offset *= 2) {
        if (t >= offset)
            s[t] += s[t - offset];
        __syncthreads();
    }
    data[t] = s[t];
}

void launch(int *data) { scan<<<1, 512>>>(data); }
