// expect: unknown
// What an error takes away from a constant function is not known, and with it no constant that is
// made of it: no branch is left out and no template is chosen by what Clang computed of the rest.
// unknown: A
// unknown: B
// unknown: C
// unknown: D
// unknown: E
// unknown: F
// unknown: G
// unknown: H
// unknown: I
// unknown: J
// unknown: K
__host__ __device__ constexpr int bits() {
  int n = 0;
  n = NOT_DECLARED;
  return n;
}
constexpr int of_file = bits();
enum { of_list = bits() };
struct Record {
  static constexpr int n = bits();
  int cells[1 + bits()];
};
template <int N>
__device__ void put(int* v) {
  if (N) v[0] = threadIdx.x;
}
template <int N = bits()>
__device__ void put_by_default(int* v) {
  if (N) v[0] = threadIdx.x;
}
__global__ void by_file(int* v) {
  if constexpr (of_file > 0) v[0] = threadIdx.x; /*A*/
}
__global__ void by_list(int* v) {
  if (of_list) v[0] = threadIdx.x; /*B*/
}
__global__ void by_member(int* v) {
  if (Record::n) v[0] = threadIdx.x; /*C*/
}
__global__ void by_size(int* v) {
  if (sizeof(Record) > 4) v[0] = threadIdx.x; /*D*/
}
__global__ void by_argument(int* v) {
  put<bits()>(v); /*E*/
}
__global__ void by_default(int* v) {
  put_by_default(v); /*F*/
}

// The function itself says nothing that does not compile, but what it computes with does not.
struct Lacking {
  NOT_A_TYPE first;
  int second[3];
};
__host__ __device__ constexpr int size() { return sizeof(Lacking) > 12; }
__global__ void by_size_of_lacking(int* v) {
  if constexpr (size() > 0) v[0] = threadIdx.x; /*G*/
}

// Templates, constructors and lambdas.
template <class T>
__host__ __device__ constexpr int of_instance() {
  T n = 0;
  n = n + NOT_DECLARED;
  return n;
}
__global__ void by_instance(int* v) {
  if constexpr (of_instance<int>() > 0) v[0] = threadIdx.x; /*H*/
}
struct Number {
  int value = 0;
  __host__ __device__ constexpr Number(int of) : value(of) { value += NOT_DECLARED; }
};
__global__ void by_constructor(int* v) {
  if constexpr (Number(0).value > 0) v[0] = threadIdx.x; /*I*/
}
constexpr int of_lambda = [] { int n = 0; n = NOT_DECLARED; return n; }();
__global__ void by_lambda(int* v) {
  if constexpr (of_lambda > 0) v[0] = threadIdx.x; /*J*/
}
template <int N = [] { int n = 0; n = NOT_DECLARED; return n; }()>
__device__ void put_by_lambda(int* v) {
  if (N) v[0] = threadIdx.x;
}
__global__ void by_default_lambda(int* v) {
  put_by_lambda(v); /*K*/
}
