// expect: unknown
// unknown: A apart from its other half
// Some threads wait again, for which they have not arrived.
__global__ void __cluster_dims__(2, 1, 1) twice(float *out) {
  asm volatile("barrier.cluster.arrive.release;" ::: "memory");
  if (threadIdx.x < 32) asm volatile("barrier.cluster.wait.acquire;" ::: "memory"); /*A*/
  out[blockIdx.x * 64 + threadIdx.x] = 0;
  asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
}
void host(float *out) { twice<<<8, 64>>>(out); }
