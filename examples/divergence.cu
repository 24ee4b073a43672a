// expected: refuted
//
// The number of iterations depends on the thread, and so does the number of barriers it waits at:
// threads with a small index leave the loop while others still wait.
__global__ void doubling(int *data)
{
    int t = threadIdx.x;
    int offset = 1;

    while (offset <= t) {
        data[t] += offset;
        __syncthreads();
        offset *= 2;
    }
}

void launch(int *data) { doubling<<<1, 128>>>(data); }
