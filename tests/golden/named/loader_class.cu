// expect: verified
// flags: --block 64 --grid 1
// A loader whose base class keeps the barriers: one warp loads what the other one asks for.
class Handover {
protected:
  const int id_, threads_;
  __device__ Handover(int id, int threads) : id_(id), threads_(threads) {}
  __device__ void sync(int id) const {
    asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads_) : "memory"); /*S*/
  }
  __device__ void arrive(int id) const {
    asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads_) : "memory"); /*R*/
  }
  template <int N, bool DONE> __device__ void copy(float* to, const float* from) const {
    for (int i = threadIdx.x % 32; i < N; i += 32)
      to[i] = from[i]; /*A*/
    if (DONE) finish();
  }

public:
  __device__ void ask() const { arrive(id_); }
  __device__ void wait_until_asked() const { sync(id_); }
  __device__ void finish() const { arrive(id_ + 1); }
  __device__ void wait_until_loaded() const { sync(id_ + 1); }
};

template <int N> class Loader : public Handover {
  const float* from_;

public:
  __device__ Loader(int id, const float* from) : Handover(id, 64), from_(from) {}
  __device__ void load(float* to, int k) const {
    Handover::wait_until_asked();
    Handover::copy<N, true>(to, from_ + k * N);
  }
};

__global__ void load_tiles(float* out, const float* in, int n) {
  __shared__ float tile[96];
  Loader<96> loader(1, in);
  if (threadIdx.x < 32) {
    for (int k = 0; k < n; k++)
      loader.load(tile, k);
  } else {
    for (int k = 0; k < n; k++) {
      loader.ask();
      loader.wait_until_loaded();
      out[32 * k + threadIdx.x - 32] = tile[95 - threadIdx.x]; /*B*/
    }
  }
}
