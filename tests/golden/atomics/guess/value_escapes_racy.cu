// expect: refuted
// finding: race confirmed error A B
// finding: race confirmed error D E
// finding: race confirmed error G H
// finding: race confirmed error I J
// finding: race confirmed error K L
// What is read is used for more than a guess that is checked.
// .. for the number of the cell that is written elsewhere
__global__ void stored(int *cell, int *seen) {
  int old = *cell, assumed; /*A*/
  seen[threadIdx.x] = old;
  do {
    assumed = old;
    old = atomicCAS(cell, assumed, assumed + 3); /*B*/
  } while (assumed != old);
}
// .. to decide whether anything is done, of a cell that goes up and down
__global__ void decided(int *cell, int limit) {
  int old = *cell, assumed; /*D*/
  if (old == limit) return;
  do {
    assumed = old;
    old = atomicCAS(cell, assumed, assumed * 3); /*E*/
  } while (assumed != old);
}
// .. in the loop, where the atomicCAS may fail afterwards: what a list's head was
struct Node { int next; };
__global__ void pushed(int *head, Node *nodes) {
  int old = *head, assumed; /*G*/
  do {
    assumed = old;
    nodes[threadIdx.x].next = assumed;
    old = atomicCAS(head, assumed, (int)threadIdx.x); /*H*/
  } while (assumed != old);
}
// .. to choose the cell of another array
__global__ void chosen(int *top, int *below) {
  int old = *top, assumed; /*I*/
  do {
    assumed = old;
    atomicAdd(&below[assumed & 7], 1);
    old = atomicCAS(top, assumed, assumed + 5); /*J*/
  } while (assumed != old);
}
// .. for what is stored without being what is compared
__global__ void twice(int *cell) {
  int first = *cell; /*K*/
  int old = 0, assumed;
  do {
    assumed = old;
    old = atomicCAS(cell, assumed, first + 1); /*L*/
  } while (assumed != old);
}
