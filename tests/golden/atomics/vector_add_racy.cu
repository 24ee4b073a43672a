// expect: refuted
// flags: --block 32 --grid 1
// finding: race confirmed error A B
// A sum of a vector is no atomic access to a vector: a swap of two elements at once is another size.
__global__ void forces(float4* force, float4 f) {
  if (threadIdx.x == 0) atomicAdd(&force[0], f); /*A*/
  if (threadIdx.x == 1) atomicExch(reinterpret_cast<unsigned long long*>(force), 0ull); /*B*/
}
