// expect: verified
// A buffer for each level of a recursion, after a loop that fills a queue of pointers: what the
// library does with these changes nothing else.
#include <queue>
#include <stdlib.h>
#include <vector>
__global__ void shift(float* out, const float* in, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] /*W*/ =
        in[i + 2]; /*R*/
}
struct Node {
  int count;
  Node* next;
};
struct Less {
  bool operator()(const Node* a, const Node* b) const { return a->count < b->count; }
};
static float** sums;
static Node* build(int n) {
  std::priority_queue<Node*, std::vector<Node*>, Less> all;
  while (n-- > 0) {
    Node* node = new Node{n, nullptr};
    node->next = node;
    all.push(node);
  }
  return all.top();
}
static void allocate(unsigned n) {
  int level = 0;
  sums = (float**)malloc(n * sizeof(float*));
  for (; n > 1; n /= 512)
    cudaMalloc((void**)&sums[level++], n * sizeof(float));
}
static void scan(float* out, int n, int level) {
  if (n <= 1) return;
  scan(sums[level], n / 512, level + 1);
  shift<<<(n + 127) / 128, 128>>>(out, sums[level], n);
}
void run(int n) {
  float* p;
  cudaMalloc(&p, n * sizeof(float));
  Node* root = build(n);
  allocate(n);
  scan(p, n, 0);
  delete root;
}
