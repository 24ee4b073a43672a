// expect: unknown
// flags: --block 32 --grid 1
// unknown: U a pointer that is loaded from memory
struct Node {
  Node* next;
  int value;
};

// Nodes of a list are among each other: nothing says that the next one is apart.
__global__ void add(Node* nodes) {
  nodes[threadIdx.x].value = 1;
  nodes[threadIdx.x].next->value /*U*/ = 2;
}
