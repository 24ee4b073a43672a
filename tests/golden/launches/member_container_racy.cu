// expect: refuted
// finding: race any error A
// finding: race any error B
// more: yes
// A container may know where the member beside it is, and its elements may do something when they
// are made.
#include <vector>
__global__ void rollout(float* states, int T) {
  for (int t = 0; t < T; t++)
    states[threadIdx.x * 20 + t] = threadIdx.x + t; /*A*/
}
__global__ void rollback(float* states, int T) {
  for (int t = 0; t < T; t++)
    states[threadIdx.x * 20 + t] = threadIdx.x + t; /*B*/
}
int steps = 20;
struct Step {
  Step() { steps = 21; }
};
class Run {
public:
  explicit Run(int t) : t_(t) {}
  void run() {
    h_.push_back(&t_);
    *h_[0] = 21;
    rollout<<<1, 256>>>(states_, t_);
    made_.resize(1);
    rollback<<<1, 256>>>(states_, steps);
  }

private:
  int t_;
  float* states_ = nullptr;
  std::vector<int*> h_;
  std::vector<Step> made_;
};
int main() {
  Run r(20);
  r.run();
}
