// expect: unknown
// flags: --block 32 --grid 1
// unknown: A which the kernel may write
// A word of which nobody says whether it is one of a pointer.
struct List {
  int* items;
  int count, spare;
};

__global__ void clear(List* lists, int word) {
  List& list = lists[blockIdx.x];
  list.items[threadIdx.x] = 0; /*A*/
  __syncthreads();
  if (threadIdx.x == 0) reinterpret_cast<int*>(&list)[word] = 0;
}
