// expect: verified
// A copy of a structure keeps the bytes of its arrays: one that is read again is the one copied.
struct Header {
  char tag[4];
  int length;
};

__device__ int third(const Header* from) {
  Header copy = *from;
  const char* at = copy.tag;
  at += 2;
  return *at;
}

__global__ void copied_bytes(const Header* h, int* out) {
  if (h->tag[2] == 3 && third(h) != 3) out[0] = threadIdx.x;
}
