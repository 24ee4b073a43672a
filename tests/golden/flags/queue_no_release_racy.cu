// expect: refuted
// finding: unordered-flag any error A B
// more: yes
__global__ void queue(int* slots, int* full, int* tail, int* head, int* out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t % 2 == 0) {
    int i = atomicAdd(tail, 1);
    slots[i] = t; /*A*/
    atomicExch(&full[i], 1);
  } else {
    int i = atomicAdd(head, 1);
    while (atomicAdd(&full[i], 0) == 0) {}
    __threadfence();
    out[i] = slots[i]; /*B*/
  }
}
