// expected: refuted
//
// Each block transposes one strip of an n x n matrix, tile by tile. The tile of one iteration is
// overwritten by the next one while slower threads still read it: the loop lacks a closing barrier.
// transpose_fixed.cu has it.
#define TILE 32

__global__ void transpose(float *out, const float *in, int n)
{
    __shared__ float tile[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int strip = blockIdx.x * TILE;

    for (int k = 0; k < n; k += TILE) {
        if (strip + ty < n && k + tx < n)
            tile[ty][tx] = in[(strip + ty) * n + k + tx];
        __syncthreads();
        if (k + ty < n && strip + tx < n)
            out[(k + ty) * n + strip + tx] = tile[tx][ty];
    }
}

void launch(float *out, const float *in, int n)
{
    transpose<<<(n + TILE - 1) / TILE, dim3(TILE, TILE)>>>(out, in, n);
}
