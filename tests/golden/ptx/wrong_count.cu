// The two sides disagree on how many threads meet.
// expect: refuted
// finding: count confirmed error A B
// more: yes

__global__ void __launch_bounds__(64) wrong_count() {
  if (threadIdx.x < 32)
    asm volatile("bar.arrive 1, 64;" ::: "memory"); /*A*/
  else
    asm volatile("bar.sync 1, 96;" ::: "memory"); /*B*/
}
