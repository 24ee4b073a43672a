// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// finding: race confirmed error C C
// finding: race confirmed error D D
// finding: race confirmed error E E
// Who has a lambda that changes what it captures may change it, also before it is called here.
#include <functional>
void elsewhere(std::function<void()> f);
void again();
__global__ void kept(float* out) {
  out[blockIdx.x * 128 + threadIdx.x] += 1.0f; /*A*/
}
__global__ void by_loop(float* out) {
  out[blockIdx.x * 128 + threadIdx.x] += 1.0f; /*B*/
}
__global__ void by_member(float* out) {
  out[blockIdx.x * 128 + threadIdx.x] += 1.0f; /*C*/
}
__global__ void by_reference(float* out) {
  out[blockIdx.x * 128 + threadIdx.x] += 1.0f; /*D*/
}
__global__ void by_label(float* out) {
  out[blockIdx.x * 128 + threadIdx.x] += 1.0f; /*E*/
}
void changed(float* a) {
  dim3 block(128), grid(8);
  elsewhere([&] { block = dim3(64, 2); });
  again();
  kept<<<grid, block>>>(a);
}
void in_turns(float* a, int n) {
  dim3 block(128), grid(8);
  for (int i = 0; i < n; ++i) {
    again();
    by_loop<<<grid, block>>>(a);
    elsewhere([&] { block.y = 2; });
  }
}
void set(dim3& d) { d.y = 2; }
void passed_on(float* a) {
  dim3 block(128), grid(8);
  elsewhere([&] { set(block); });
  again();
  by_member<<<grid, block>>>(a);
}
void named_twice(float* a) {
  dim3 block(128), grid(8);
  dim3& same = block;
  elsewhere([&] { same.y = 2; });
  again();
  by_reference<<<grid, block>>>(a);
}
void jumping(float* a, int n) {
  dim3 block(128), grid(8);
back:
  again();
  by_label<<<grid, block>>>(a);
  elsewhere([&] { block.y = 2; });
  if (--n > 0) goto back;
}
