// expect: refuted
// finding: race any error A A
// finding: race any error B B
// finding: race any error C C
// finding: race any error D D
// finding: race any error E E
// more: yes
// What templates launch of which there are no instances has two dimensions where dim3 say so.
__global__ void direct(int* p) { /*A*/ p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void by_call(int* p) { /*B*/ p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void by_method(int* p) { /*C*/ p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void by_lambda(int* p) { /*D*/ p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
template <class T> __global__ void instance(T* p) { /*E*/ p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

template <class T> void host(T* p, T a, int b) {
  dim3 g(4, 4);
  direct<<<g, 32>>>(p);
  void* args[] = {&p};
  cudaLaunchKernel(by_call, dim3(b, b), dim3(32), args, 0, 0);
  instance<T><<<dim3(a, b), 32>>>(p);
}
template <class T> struct Host {
  template <class U> void run(U* p) {
    dim3 block(8);
    block.y = sizeof(T);
    by_method<<<4, block>>>(p);
  }
};
void other() {
  auto run = [](auto* p, int a) { by_lambda<<<dim3(4, a), 32>>>(p); };
}
