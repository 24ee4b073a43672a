// expect: verified
// A private member is called by the members of its class alone. Where all of these are in the file,
// and no friends, its calls there say what it gets.
__global__ void by_parts(int n, int first, int end, float* v) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + first;
  if (i < end)
    for (int d = 0; d < 3; ++d) v[i + n * d] += 1.0f;
}
__global__ void in_final(int n, int first, int end, float* v) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + first;
  if (i < end)
    for (int d = 0; d < 3; ++d) v[i + n * d] += 1.0f;
}
struct Base {
  virtual void compute(int n, float* v) = 0;
};
class Force : Base {
public:
  struct Numbers {
    int n = 0;
  };
  Force() = default;
  Force(const Force&) = delete;
  void compute(int n, float* v) override;

private:
  void add(int n, int first, int end, float* v);
  Numbers numbers;
};
void Force::add(int n, int first, int end, float* v) {
  by_parts<<<(n - 1) / 64 + 1, 64>>>(n, first, end, v);
}
void Force::compute(int n, float* v) { add(n, 0, n, v); }

class Last final : Base {
public:
  void compute(int n, float* v) override { add(n, 0, n, v); }

protected:
  static void add(int n, int first, int end, float* v) {
    in_final<<<(n - 1) / 64 + 1, 64>>>(n, first, end, v);
  }
};
