// expect: verified
class Timer {
  using Clock = std::chrono::high_resolution_clock;
  Clock::time_point start;
public:
  Timer(int* p);
};
__global__ void store(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void host(int* p) {
  Timer timer(p);
  store<<<1, 32>>>(p);
}
