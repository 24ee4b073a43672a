// expect: refuted
// finding: race any error A
// The launch passes the array that the kernel names.
__managed__ int data[128];
__global__ void shift(int* in) { data[threadIdx.x] = in[threadIdx.x + 1]; } /*A*/
int main() { shift<<<1, 64>>>(data); }
