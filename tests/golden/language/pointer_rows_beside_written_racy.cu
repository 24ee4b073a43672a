// expect: refuted
// flags: --block 64
// finding: race confirmed error A
struct List {
  int* items;
  int count, spare[3];
  double weight;
};

__global__ void append(List* lists, int value) {
  List& list = lists[blockIdx.x];
  list.items[threadIdx.x / 2] = threadIdx.x; /*A*/
  if (threadIdx.x == 0) list.count += 64;
}
