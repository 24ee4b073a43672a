// expect: refuted
// finding: race any error A B
// more: yes
__global__ void queue(int* slots, int* full, int* tail, int* head, int* out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t % 2 == 0) {
    int i = atomicAdd(tail, 1);
    slots[i] = t; /*A*/
    __threadfence();
    atomicExch(&full[i], 1);
  } else {
    int i = atomicAdd(head, 1);
    __threadfence();
    out[i] = slots[i]; /*B*/
  }
}
