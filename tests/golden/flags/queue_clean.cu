// expect: verified
// assumes: full holds zeros at the launch
//
// Producers draw a slot each and fill it; consumers draw one each and wait for it.
__global__ void queue(int* slots, int* full, int* tail, int* head, int* out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t % 2 == 0) {
    int i = atomicAdd(tail, 1);
    slots[i] = t;
    __threadfence();
    atomicExch(&full[i], 1);
  } else {
    int i = atomicAdd(head, 1);
    while (atomicAdd(&full[i], 0) == 0) {}
    __threadfence();
    out[i] = slots[i];
  }
}
