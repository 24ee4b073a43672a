// expect: verified
// operator-> leads on until there is a pointer.
struct Row {
  float* data;
  int length;
  __device__ void put(int i, float v) { data[i] = v; }
};
struct Holder {
  Row* row;
  __device__ Row* operator->() const { return row; }
};
struct Outer {
  Holder inner;
  __device__ Holder& operator->() { return inner; }
};
__global__ void rows(float* data) {
  Row row{data + blockIdx.x * 64, 64};
  Outer outer{{&row}};
  if (threadIdx.x < outer->length) outer->put(threadIdx.x , threadIdx.x);
}
