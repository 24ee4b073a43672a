// expect: verified
// flags: --block 64
// assumes: the pointers in lists point to distinct arrays, and to no others
// What is written beside the pointers changes none of them.
struct List {
  int* items;
  int count, spare[3];
  double weight;
};

__global__ void append(List* lists, int value) {
  List& list = lists[blockIdx.x];
  list.items[threadIdx.x] = value;
  if (threadIdx.x == 0) {
    list.count += 64;
    list.weight = 1;
  }
  if (threadIdx.x == 40) list.spare[2] = 0;
}
