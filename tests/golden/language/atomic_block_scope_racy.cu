// expect: refuted
// flags: --grid symbolic
// finding: race confirmed error A A
// An atomic of block scope on a counter that all blocks share.
__global__ void count(int* total) { atomicAdd_block(total, 1); /*A*/ }
