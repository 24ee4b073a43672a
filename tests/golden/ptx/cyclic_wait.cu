// Each of two warps waits for what the other does only afterwards.
// expect: refuted
// finding: deadlock confirmed error P C
// more: yes

__global__ void __launch_bounds__(64) cyclic_wait() {
  if (threadIdx.x < 32) {
    asm volatile("bar.sync 1, 64;" ::: "memory"); /*P*/
    asm volatile("bar.arrive 2, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory"); /*C*/
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  }
}
