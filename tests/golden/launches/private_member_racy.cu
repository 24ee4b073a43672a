// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error A A
// finding: race confirmed error A A
// finding: race confirmed error A A
// finding: race confirmed error A A
// finding: race confirmed error A A
// finding: race confirmed error A A
// Private members that code of other files may call, or other code of this one.
template <int which> __device__ void add(int n, int first, int end, float* v) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + first;
  if (i < end)
    for (int d = 0; d < 3; ++d) v[i + n * d] += 1.0f; /*A*/
}
__global__ void not_defined(int n, int first, int end, float* v) { add<0>(n, first, end, v); }
__global__ void of_friends(int n, int first, int end, float* v) { add<1>(n, first, end, v); }
__global__ void of_templates(int n, int first, int end, float* v) { add<2>(n, first, end, v); }
__global__ void of_nested(int n, int first, int end, float* v) { add<3>(n, first, end, v); }
__global__ void of_derived(int n, int first, int end, float* v) { add<4>(n, first, end, v); }
__global__ void with_others(int n, int first, int end, float* v) { add<5>(n, first, end, v); }
__global__ void given_away(int n, int first, int end, float* v) { add<6>(n, first, end, v); }

class Declared {
public:
  void run(int n, float* v) { launch(n, 0, n, v); }
  void other(int n, float* v);

private:
  void launch(int n, int first, int end, float* v) {
    not_defined<<<(n - 1) / 64 + 1, 64>>>(n, first, end, v);
  }
};
class Friends {
public:
  void run(int n, float* v) { launch(n, 0, n, v); }

private:
  friend class Elsewhere;
  void launch(int n, int first, int end, float* v) {
    of_friends<<<(n - 1) / 64 + 1, 64>>>(n, first, end, v);
  }
};
class Templates {
public:
  void run(int n, float* v) { launch(n, 0, n, v); }
  template <class T> void all(const T& t) { launch(t.n, t.first, t.end, t.v); }

private:
  void launch(int n, int first, int end, float* v) {
    of_templates<<<(n - 1) / 64 + 1, 64>>>(n, first, end, v);
  }
};
class Nested {
public:
  void run(int n, float* v) { launch(n, 0, n, v); }
  struct Part;

private:
  void launch(int n, int first, int end, float* v) {
    of_nested<<<(n - 1) / 64 + 1, 64>>>(n, first, end, v);
  }
};
class Derived {
public:
  void run(int n, float* v) { launch(n, 0, n, v); }

protected:
  void launch(int n, int first, int end, float* v) {
    of_derived<<<(n - 1) / 64 + 1, 64>>>(n, first, end, v);
  }
};
class Others {
public:
  void run(int n, float* v) { launch(n, 0, n, v); }
  void half(int n, float* v) { launch(n / 2, 0, n, v); }

private:
  void launch(int n, int first, int end, float* v) {
    with_others<<<(n - 1) / 64 + 1, 64>>>(n, first, end, v);
  }
};
class Given {
public:
  void run(int n, float* v) { launch(n, 0, n, v); }
  auto which() { return &Given::launch; }

private:
  void launch(int n, int first, int end, float* v) {
    given_away<<<(n - 1) / 64 + 1, 64>>>(n, first, end, v);
  }
};
