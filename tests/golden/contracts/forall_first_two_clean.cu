// expect: verified
// flags: --block 2 --grid 1
// The second element is larger than the first, which is there and not negative.
__global__ void mark(int* out, const int* place) {
  __requires("forall i: 0 <= place[i] && place[i] < place[i + 1]");
  if (place[1] == 0) out[place[0]] = threadIdx.x;
}
