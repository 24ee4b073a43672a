// expect: refuted|unknown
// more: yes
// flags: --block 8 --grid 1
// In bytes that held one object another is made, at a place that is computed: the call is of the second
// one's function, by which all threads write one cell.
struct Index {
  int at;
  __device__ Index(int x) : at(x) {}
  __device__ virtual int of() const { return at; }
};
struct First : Index {
  using Index::Index;
  __device__ int of() const override { return 0; }
};
__global__ void places(int* out, int zero) {
  alignas(Index) unsigned char raw[2 * sizeof(Index)];
  Index* index = new (raw) Index(threadIdx.x);
  new (raw + (zero & 1) * sizeof(Index)) First(threadIdx.x);
  out[index->of()] = threadIdx.x;
}
