// expect: verified
// What a vector is told changes the vector, and not the members beside it.
#include <vector>
__global__ void rollout(float* states, int K, int T) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= K) return;
  for (int t = 0; t < T; t++)
    states[k * 20 + t] = k + t;
}
class Run {
public:
  Run(int k, int t) : k_(k), t_(t) { h_.assign(t_ * 7, 0.0f); }
  void run() {
    h_.resize(t_);
    h_[1] = 2;
    rollout<<<(k_ + 255) / 256, 256>>>(states_, k_, t_);
  }

private:
  int k_, t_;
  float* states_ = nullptr;
  std::vector<float> h_;
};
int main() {
  Run r(1000, 20);
  r.run();
}
