// No multiple of the warp size, and no such barrier.
// expect: refuted
// finding: count confirmed error C
// finding: barrier-id any error I
// more: yes

__global__ void __launch_bounds__(64) wrong_operands(int* out) {
  int id = 16;
  asm volatile("bar.sync 1, 48;" ::: "memory"); /*C*/
  asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); /*I*/
}
