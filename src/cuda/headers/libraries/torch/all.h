// PyTorch for hosts: tensors whose sizes, strides and memory are whatever they are, each of one value as
// long as the tensor is not assigned; what an operation makes has sizes of its own unless they are said to
// be those of its argument. TORCH_CHECK holds behind it. What is not declared here does not compile: -I
// leads to PyTorch's own headers, which then take the place of these.
#pragma once
#include <c10/types.h>

#include <cassert>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#define TORCH_CHECK(condition, ...) ::__heddle::checked(static_cast<bool>(condition), #condition)
#define TORCH_CHECK_EQ(a, b) TORCH_CHECK((a) == (b))
#define TORCH_CHECK_NE(a, b) TORCH_CHECK((a) != (b))
#define TORCH_CHECK_LT(a, b) TORCH_CHECK((a) < (b))
#define TORCH_CHECK_LE(a, b) TORCH_CHECK((a) <= (b))
#define TORCH_CHECK_GT(a, b) TORCH_CHECK((a) > (b))
#define TORCH_CHECK_GE(a, b) TORCH_CHECK((a) >= (b))
#define TORCH_CHECK_TYPE TORCH_CHECK
#define TORCH_CHECK_VALUE TORCH_CHECK
#define TORCH_CHECK_NOT_IMPLEMENTED TORCH_CHECK
#define TORCH_INTERNAL_ASSERT TORCH_CHECK
#define AT_ASSERT TORCH_CHECK
#define AT_ASSERTM TORCH_CHECK
#define AT_CHECK TORCH_CHECK
#define TORCH_WARN(...) ((void)0)
#define TORCH_WARN_ONCE(...) ((void)0)
#define AT_ERROR(...) ::c10::__fail()
#define C10_CUDA_CHECK(...) ((void)(__VA_ARGS__))
#define AT_CUDA_CHECK(...) ((void)(__VA_ARGS__))
#define TORCH_CUDA_CHECK(...) ((void)(__VA_ARGS__))
#define TORCH_CUDABLAS_CHECK(...) ((void)(__VA_ARGS__))
#define THCudaCheck(...) ((void)(__VA_ARGS__))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)0)

namespace c10 {

[[noreturn]] void __fail();

struct Device {
  Device() = default;
  Device(DeviceType, int = -1) {}
  Device(const std::string&) {}
  DeviceType type() const;
  int index() const;
  bool is_cuda() const;
  bool is_cpu() const;
  bool operator==(const Device&) const;
  bool operator!=(const Device&) const;
};
template <class T> struct ArrayRef {
  ArrayRef() = default;
  ArrayRef(const std::vector<T>&) {}
  ArrayRef(const std::initializer_list<T>&) {}
  ArrayRef(const T*, size_t) {}
  const T* begin() const;
  const T* end() const;
  const T* data() const;
  size_t size() const;
  bool empty() const;
  T operator[](size_t) const;
  T back() const;
  T front() const;
  bool operator==(const ArrayRef&) const;
  bool operator!=(const ArrayRef&) const;
  std::vector<T> vec() const;
};
using IntArrayRef = ArrayRef<int64_t>;
template <class T> using optional = std::optional<T>;
using std::nullopt;
using std::nullopt_t;
struct Scalar {
  Scalar() = default;
  Scalar(double) {}
  template <class T> T to() const;
};
struct TensorOptions {
  TensorOptions() = default;
  TensorOptions(ScalarType) {}
  TensorOptions(Device) {}
  TensorOptions(DeviceType) {}
  TensorOptions dtype(ScalarType) const { return {}; }
  ScalarType dtype() const;
  template <class... T> TensorOptions device(T&&...) const { return {}; }
  Device device() const;
  template <class T> TensorOptions layout(T&&) const { return {}; }
  TensorOptions requires_grad(bool) const { return {}; }
};
enum class Layout : signed char { Strided, Sparse };
inline constexpr Layout kStrided = Layout::Strided;
std::ostream& operator<<(std::ostream&, const TensorOptions&);
std::ostream& operator<<(std::ostream&, const IntArrayRef&);
std::ostream& operator<<(std::ostream&, ScalarType);
std::ostream& operator<<(std::ostream&, const Device&);
enum class MemoryFormat : signed char { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };

namespace cuda {

struct CUDAStream {
  cudaStream_t stream() const;
  operator cudaStream_t() const;
  void synchronize() const;
  int device_index() const;
};
CUDAStream getCurrentCUDAStream(int = -1);
CUDAStream getDefaultCUDAStream(int = -1);
CUDAStream getStreamFromPool(bool = false, int = -1);
int device_count();
int current_device();
void set_device(int);
struct CUDAGuard {
  explicit CUDAGuard(int) {}
  explicit CUDAGuard(Device) {}
  void set_index(int) {}
  void set_device(Device) {}
};
struct OptionalCUDAGuard {
  OptionalCUDAGuard() = default;
  template <class T> explicit OptionalCUDAGuard(T&&) {}
  template <class T> void set_device(T&&) {}
};
struct CUDAStreamGuard {
  template <class T> explicit CUDAStreamGuard(T&&) {}
};

} // namespace cuda
} // namespace c10

namespace at {

using namespace c10;
inline constexpr int __max_dims = 8;
template <class T> struct DefaultPtrTraits { typedef T* PtrType; };
template <class T> struct RestrictPtrTraits { typedef T* __restrict__ PtrType; };

template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class Index = int64_t> struct TensorAccessor;
// An element, or what is left of the dimensions behind one step along the first.
template <class T, size_t N, template <class> class Traits, class Index>
__host__ __device__ decltype(auto) __step(typename Traits<T>::PtrType data, const Index* sizes, const Index* strides, Index i) {
  if constexpr (N == 1)
    return (data[i * strides[0]]);
  else
    return TensorAccessor<T, N - 1, Traits, Index>(data + i * strides[0], sizes + 1, strides + 1);
}
template <class T, size_t N, template <class> class Traits, class Index> struct TensorAccessor {
  typedef typename Traits<T>::PtrType PtrType;
  __host__ __device__ TensorAccessor(PtrType data, const Index* sizes, const Index* strides) : data_(data), sizes_(sizes), strides_(strides) {}
  __host__ __device__ Index size(Index i) const { return sizes_[i]; }
  __host__ __device__ Index stride(Index i) const { return strides_[i]; }
  __host__ __device__ PtrType data() const { return data_; }
  __host__ __device__ decltype(auto) operator[](Index i) const { return __step<T, N, Traits, Index>(data_, sizes_, strides_, i); }
  PtrType data_;
  const Index *sizes_, *strides_;
};
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class Index = int64_t>
struct GenericPackedTensorAccessor {
  typedef typename Traits<T>::PtrType PtrType;
  __host__ __device__ Index size(Index i) const { return sizes_[i]; }
  __host__ __device__ Index stride(Index i) const { return strides_[i]; }
  __host__ __device__ PtrType data() const { return data_; }
  __host__ __device__ decltype(auto) operator[](Index i) const { return __step<T, N, Traits, Index>(data_, sizes_, strides_, i); }
  PtrType data_;
  Index sizes_[N], strides_[N];
};
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits> using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, Traits, int32_t>;
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits> using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, Traits, int64_t>;
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class Index = int64_t> using PackedTensorAccessor = GenericPackedTensorAccessor<T, N, Traits, Index>;

struct DeprecatedTypeProperties {
  ScalarType scalarType() const;
  Device device() const;
  bool is_cuda() const;
  operator TensorOptions() const { return {}; }
};

class Tensor {
public:
  int64_t size(int64_t i) const {
    const int64_t n = i < 0 ? last_[-1 - i] : sizes_[i];
    ::__heddle::checked(n >= 0, "the size of a tensor");
    return n;
  }
  int64_t stride(int64_t i) const { return i < 0 ? last_strides_[-1 - i] : strides_[i]; }
  int64_t numel() const {
    ::__heddle::checked(numel_ >= 0, "the size of a tensor");
    return numel_;
  }
  int64_t dim() const { return dim_; }
  int64_t ndimension() const { return dim_; }
  int64_t storage_offset() const;
  size_t nbytes() const;
  int64_t element_size() const;
  int64_t itemsize() const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  template <class T = void> T* data_ptr() const { return static_cast<T*>(data_); }
  template <class T> T* data() const { return static_cast<T*>(data_); }
  template <class T> const T* const_data_ptr() const { return static_cast<const T*>(data_); }
  const void* const_data_ptr() const { return data_; }
  template <class T = void> T* mutable_data_ptr() const { return static_cast<T*>(data_); }
  template <class T> T item() const;
  Scalar item() const;
  ScalarType scalar_type() const { return type_; }
  ScalarType dtype() const { return type_; }
  DeprecatedTypeProperties type() const;
  TensorOptions options() const { return {}; }
  Device device() const;
  int get_device() const;
  Layout layout() const;
  bool defined() const;
  bool is_cuda() const;
  bool is_cpu() const;
  bool is_contiguous() const { return contiguous_; }
  bool is_contiguous(MemoryFormat) const;
  bool is_sparse() const;
  bool requires_grad() const;
  bool is_floating_point() const;
  bool is_same(const Tensor&) const;
  MemoryFormat suggest_memory_format() const;
  const Tensor& grad() const;

  // of the same sizes, elsewhere or not
  Tensor contiguous() const {
    Tensor other = alike();
    other.contiguous_ = true;
    return other;
  }
  Tensor contiguous(MemoryFormat) const { return alike(); }
  template <class... T> Tensor to(T&&...) const { return alike(); }
  template <class... T> Tensor clone(T&&...) const { return alike(); }
  template <class... T> Tensor cuda(T&&...) const { return alike(); }
  template <class... T> Tensor cpu(T&&...) const { return alike(); }
  Tensor detach() const { return alike(); }
  Tensor toType(ScalarType) const { return alike(); }
  Tensor operator-() const { return alike(); }
#define __HEDDLE_SAME_SIZES(name) template <class... T> Tensor name(T&&...) const { return alike(); }
  __HEDDLE_SAME_SIZES(abs) __HEDDLE_SAME_SIZES(exp) __HEDDLE_SAME_SIZES(log) __HEDDLE_SAME_SIZES(sqrt) __HEDDLE_SAME_SIZES(neg)
  __HEDDLE_SAME_SIZES(relu) __HEDDLE_SAME_SIZES(sigmoid) __HEDDLE_SAME_SIZES(tanh) __HEDDLE_SAME_SIZES(clamp) __HEDDLE_SAME_SIZES(cumsum)
#undef __HEDDLE_SAME_SIZES
  // whatever it is
#define __HEDDLE_ANY(name) template <class... T> Tensor name(T&&...) const;
  __HEDDLE_ANY(view) __HEDDLE_ANY(reshape) __HEDDLE_ANY(expand) __HEDDLE_ANY(expand_as) __HEDDLE_ANY(view_as) __HEDDLE_ANY(permute) __HEDDLE_ANY(transpose)
  __HEDDLE_ANY(t) __HEDDLE_ANY(slice) __HEDDLE_ANY(narrow) __HEDDLE_ANY(select) __HEDDLE_ANY(index) __HEDDLE_ANY(index_select) __HEDDLE_ANY(squeeze)
  __HEDDLE_ANY(unsqueeze) __HEDDLE_ANY(flatten) __HEDDLE_ANY(sum) __HEDDLE_ANY(mean) __HEDDLE_ANY(amax) __HEDDLE_ANY(amin) __HEDDLE_ANY(argmax)
  __HEDDLE_ANY(matmul) __HEDDLE_ANY(mm) __HEDDLE_ANY(bmm) __HEDDLE_ANY(add) __HEDDLE_ANY(sub) __HEDDLE_ANY(mul) __HEDDLE_ANY(div) __HEDDLE_ANY(pow)
  __HEDDLE_ANY(repeat) __HEDDLE_ANY(gather) __HEDDLE_ANY(nonzero) __HEDDLE_ANY(masked_select) __HEDDLE_ANY(new_empty) __HEDDLE_ANY(new_zeros)
  __HEDDLE_ANY(new_full) __HEDDLE_ANY(new_ones) __HEDDLE_ANY(norm) __HEDDLE_ANY(lt) __HEDDLE_ANY(gt) __HEDDLE_ANY(eq) __HEDDLE_ANY(ne) __HEDDLE_ANY(any) __HEDDLE_ANY(all)
  __HEDDLE_ANY(operator[])
#undef __HEDDLE_ANY
  template <class... T> std::tuple<Tensor, Tensor> max(T&&...) const;
  template <class... T> std::tuple<Tensor, Tensor> min(T&&...) const;
  template <class... T> std::tuple<Tensor, Tensor> sort(T&&...) const;
  template <class... T> std::tuple<Tensor, Tensor> topk(T&&...) const;
  // in place: elements change, nothing that a launch says
#define __HEDDLE_IN_PLACE(name) template <class... T> const Tensor& name(T&&...) const { return *this; }
  __HEDDLE_IN_PLACE(zero_) __HEDDLE_IN_PLACE(fill_) __HEDDLE_IN_PLACE(copy_) __HEDDLE_IN_PLACE(add_) __HEDDLE_IN_PLACE(sub_) __HEDDLE_IN_PLACE(mul_)
  __HEDDLE_IN_PLACE(div_) __HEDDLE_IN_PLACE(clamp_) __HEDDLE_IN_PLACE(uniform_) __HEDDLE_IN_PLACE(normal_) __HEDDLE_IN_PLACE(index_add_) __HEDDLE_IN_PLACE(record_stream)
#undef __HEDDLE_IN_PLACE
  template <class... T> Tensor& resize_(T&&...);
  template <class... T> Tensor& set_(T&&...);

  template <class T, size_t N> TensorAccessor<T, N> accessor() const;
  template <class T, size_t N, template <class> class Traits = DefaultPtrTraits> PackedTensorAccessor32<T, N, Traits> packed_accessor32() const { return packed<T, N, Traits, int32_t>(); }
  template <class T, size_t N, template <class> class Traits = DefaultPtrTraits> PackedTensorAccessor64<T, N, Traits> packed_accessor64() const { return packed<T, N, Traits, int64_t>(); }
  template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class Index = int64_t> GenericPackedTensorAccessor<T, N, Traits, Index> packed_accessor() const { return packed<T, N, Traits, Index>(); }
  template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class Index = int64_t> GenericPackedTensorAccessor<T, N, Traits, Index> generic_packed_accessor() const { return packed<T, N, Traits, Index>(); }

private:
  template <class... T> friend Tensor __made();
  static void* __anywhere();
  Tensor alike() const {
    Tensor other = *this;
    other.data_ = __anywhere();
    return other;
  }
  template <class T, size_t N, template <class> class Traits, class Index> GenericPackedTensorAccessor<T, N, Traits, Index> packed() const {
    GenericPackedTensorAccessor<T, N, Traits, Index> accessor;
    accessor.data_ = static_cast<T*>(data_);
    describe<static_cast<int>(N) - 1>(accessor, 1);
    return accessor;
  }
  // `elements`: what one step skips where all lie side by side
  template <int i, class Accessor> void describe(Accessor& accessor, int64_t elements) const {
    accessor.sizes_[i] = size(i);
    accessor.strides_[i] = contiguous_ ? elements : strides_[i];
    if constexpr (i > 0) describe<i - 1>(accessor, elements * size(i));
  }
  void* data_;
  int64_t sizes_[__max_dims], last_[__max_dims], strides_[__max_dims], last_strides_[__max_dims]; // the last ones first
  int64_t numel_, dim_;
  ScalarType type_;
  bool contiguous_;
};
Tensor __any();
template <class... T> Tensor __made() {
  Tensor t = __any();
  if constexpr (!(std::is_same<typename std::decay<T>::type, MemoryFormat>::value || ...)) t.contiguous_ = true;
  return t;
}

#define __HEDDLE_OPERATOR(op)                                                                      \
  Tensor operator op(const Tensor&, const Tensor&);                                                \
  Tensor operator op(const Tensor&, double);                                                       \
  Tensor operator op(double, const Tensor&);
__HEDDLE_OPERATOR(+) __HEDDLE_OPERATOR(-) __HEDDLE_OPERATOR(*) __HEDDLE_OPERATOR(/)
__HEDDLE_OPERATOR(<) __HEDDLE_OPERATOR(>) __HEDDLE_OPERATOR(<=) __HEDDLE_OPERATOR(>=) __HEDDLE_OPERATOR(==) __HEDDLE_OPERATOR(!=)
#undef __HEDDLE_OPERATOR
std::ostream& operator<<(std::ostream&, const Tensor&);

using TensorList = ArrayRef<Tensor>;
using OptionalIntArrayRef = std::optional<IntArrayRef>;
template <class... T> Tensor empty_like(const Tensor& as, T&&...) { return as.clone(); }
template <class... T> Tensor zeros_like(const Tensor& as, T&&...) { return as.clone(); }
template <class... T> Tensor ones_like(const Tensor& as, T&&...) { return as.clone(); }
template <class... T> Tensor full_like(const Tensor& as, T&&...) { return as.clone(); }
template <class... T> Tensor rand_like(const Tensor& as, T&&...) { return as.clone(); }
#define __HEDDLE_MAKE(name)                                                                        \
  template <class... T> Tensor name(std::initializer_list<int64_t>, T&&...) { return __made<T...>(); } \
  template <class... T> Tensor name(T&&...) { return __made<T...>(); }
__HEDDLE_MAKE(empty) __HEDDLE_MAKE(zeros) __HEDDLE_MAKE(ones) __HEDDLE_MAKE(full) __HEDDLE_MAKE(rand) __HEDDLE_MAKE(randn) __HEDDLE_MAKE(randint)
__HEDDLE_MAKE(arange) __HEDDLE_MAKE(linspace) __HEDDLE_MAKE(tensor)
#undef __HEDDLE_MAKE
#define __HEDDLE_COMPUTE(name) template <class... T> Tensor name(T&&...);
__HEDDLE_COMPUTE(from_blob) __HEDDLE_COMPUTE(matmul) __HEDDLE_COMPUTE(mm) __HEDDLE_COMPUTE(bmm) __HEDDLE_COMPUTE(sum) __HEDDLE_COMPUTE(mean)
__HEDDLE_COMPUTE(cumsum) __HEDDLE_COMPUTE(where) __HEDDLE_COMPUTE(empty_strided) __HEDDLE_COMPUTE(addmm) __HEDDLE_COMPUTE(einsum)
#undef __HEDDLE_COMPUTE
Tensor cat(TensorList, int64_t = 0);
Tensor stack(TensorList, int64_t = 0);
TensorOptions device(Device);
TensorOptions dtype(ScalarType);
const char* toString(ScalarType);
inline ScalarType __scalar_type(ScalarType type) { return type; }
inline ScalarType __scalar_type(const DeprecatedTypeProperties& type) { return type.scalarType(); }

template <class T> struct OpMathType { typedef T type; };
template <> struct OpMathType<Half> { typedef float type; };
template <> struct OpMathType<BFloat16> { typedef float type; };
template <class T> using opmath_type = typename OpMathType<T>::type;
template <class T, bool is_cuda> using acc_type = typename OpMathType<T>::type;
template <class T> __host__ __device__ constexpr T ceil_div(T a, T b) { return (a + b - 1) / b; }

namespace cuda {
using namespace c10::cuda;
cudaDeviceProp* getCurrentDeviceProperties();
cudaDeviceProp* getDeviceProperties(int);
int warp_size();
void* getCurrentCUDABlasHandle();
template <class A, class B> __host__ __device__ constexpr A ATenCeilDiv(A a, B b) { return (a + b - 1) / b; }
} // namespace cuda
inline std::optional<Device> device_of(const Tensor& t) { return t.device(); }
struct DeviceGuard {
  template <class T> explicit DeviceGuard(T&&) {}
};

} // namespace at

// Atomics of PyTorch: for narrow numbers it takes the word around, as those of CUDA do.
#define __HEDDLE_ADD(T)                                                                            \
  inline __device__ T gpuAtomicAdd(T* at, T value) { return atomicAdd(at, value); }                \
  inline __device__ void gpuAtomicAddNoReturn(T* at, T value) { atomicAdd(at, value); }
__HEDDLE_ADD(float) __HEDDLE_ADD(double) __HEDDLE_ADD(int)
#undef __HEDDLE_ADD
inline __device__ void gpuAtomicAdd(c10::Half* at, c10::Half value) { atomicAdd(reinterpret_cast<__half*>(at), static_cast<__half>(value)); }
inline __device__ void gpuAtomicAdd(c10::BFloat16* at, c10::BFloat16 value) { atomicAdd(reinterpret_cast<__nv_bfloat16*>(at), static_cast<__nv_bfloat16>(value)); }
inline __device__ void atomicAdd(c10::Half* at, c10::Half value) { gpuAtomicAdd(at, value); }
inline __device__ void atomicAdd(c10::BFloat16* at, c10::BFloat16 value) { gpuAtomicAdd(at, value); }
inline __device__ int64_t gpuAtomicAdd(int64_t* at, int64_t value) { return static_cast<int64_t>(atomicAdd(reinterpret_cast<unsigned long long*>(at), static_cast<unsigned long long>(value))); }

namespace torch {

using namespace at;
using at::Tensor;
namespace cuda {
using namespace at::cuda;
void synchronize(int = -1);
bool is_available();
} // namespace cuda
namespace indexing {
struct Slice {
  template <class... T> Slice(T&&...) {}
};
inline constexpr int None = 0, Ellipsis = 1;
} // namespace indexing
namespace autograd {
struct AutogradContext;
using variable_list = std::vector<Tensor>;
using tensor_list = std::vector<Tensor>;
} // namespace autograd
namespace nn {}
struct NoGradGuard {};
using NoGradMode = NoGradGuard;
struct CppFunction;
class Library {
public:
  template <class... T> Library& def(T&&...);
  template <class... T> Library& impl(T&&...);
};

} // namespace torch

#define AT_DISPATCH_CASE(name, ...)                                                                \
  case name: {                                                                                     \
    using scalar_t = typename ::at::__cpp_type<name>::type;                                        \
    return __VA_ARGS__();                                                                          \
  }
#define AT_DISPATCH_SWITCH(TYPE, NAME, ...)                                                        \
  [&] {                                                                                            \
    switch (::at::__scalar_type(TYPE)) {                                                           \
      __VA_ARGS__                                                                                  \
    default:                                                                                       \
      ::c10::__fail();                                                                             \
    }                                                                                              \
  }()
namespace at {
template <ScalarType> struct __cpp_type;
template <> struct __cpp_type<ScalarType::Byte> { typedef uint8_t type; };
template <> struct __cpp_type<ScalarType::Char> { typedef int8_t type; };
template <> struct __cpp_type<ScalarType::Short> { typedef int16_t type; };
template <> struct __cpp_type<ScalarType::Int> { typedef int type; };
template <> struct __cpp_type<ScalarType::Long> { typedef int64_t type; };
template <> struct __cpp_type<ScalarType::Half> { typedef Half type; };
template <> struct __cpp_type<ScalarType::Float> { typedef float type; };
template <> struct __cpp_type<ScalarType::Double> { typedef double type; };
template <> struct __cpp_type<ScalarType::Bool> { typedef bool type; };
template <> struct __cpp_type<ScalarType::BFloat16> { typedef BFloat16 type; };
} // namespace at
#define __HEDDLE_FLOATS(...)                                                                       \
  AT_DISPATCH_CASE(::at::ScalarType::Double, __VA_ARGS__)                                          \
  AT_DISPATCH_CASE(::at::ScalarType::Float, __VA_ARGS__)
#define __HEDDLE_INTEGERS(...)                                                                     \
  AT_DISPATCH_CASE(::at::ScalarType::Byte, __VA_ARGS__)                                            \
  AT_DISPATCH_CASE(::at::ScalarType::Char, __VA_ARGS__)                                            \
  AT_DISPATCH_CASE(::at::ScalarType::Int, __VA_ARGS__)                                             \
  AT_DISPATCH_CASE(::at::ScalarType::Long, __VA_ARGS__)                                            \
  AT_DISPATCH_CASE(::at::ScalarType::Short, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES __HEDDLE_FLOATS
#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, __HEDDLE_FLOATS(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, __HEDDLE_FLOATS(__VA_ARGS__) AT_DISPATCH_CASE(::at::ScalarType::Half, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND(A, TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, __HEDDLE_FLOATS(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND2(A, B, TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, __HEDDLE_FLOATS(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__) AT_DISPATCH_CASE(B, __VA_ARGS__))
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE(::at::ScalarType::Half, __VA_ARGS__) AT_DISPATCH_CASE(::at::ScalarType::BFloat16, __VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, __HEDDLE_INTEGERS(__VA_ARGS__))
#define AT_DISPATCH_INDEX_TYPES(TYPE, NAME, ...)                                                   \
  AT_DISPATCH_SWITCH(TYPE, NAME, case ::at::ScalarType::Int: {                                     \
    using index_t = int;                                                                           \
    return __VA_ARGS__();                                                                          \
  }                                                                                                \
  case ::at::ScalarType::Long: {                                                                   \
    using index_t = int64_t;                                                                       \
    return __VA_ARGS__();                                                                          \
  })
#define AT_DISPATCH_ALL_TYPES(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, __HEDDLE_FLOATS(__VA_ARGS__) __HEDDLE_INTEGERS(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND(A, TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, __HEDDLE_FLOATS(__VA_ARGS__) __HEDDLE_INTEGERS(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND2(A, B, TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, __HEDDLE_FLOATS(__VA_ARGS__) __HEDDLE_INTEGERS(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__) AT_DISPATCH_CASE(B, __VA_ARGS__))

#include <pybind11/pybind11.h>
#define TORCH_LIBRARY(ns, m) static void __heddle_library_##ns(::torch::Library& m)
#define TORCH_LIBRARY_EXPAND TORCH_LIBRARY
#define TORCH_LIBRARY_FRAGMENT(ns, m) static void __heddle_fragment_##ns(::torch::Library& m)
#define TORCH_LIBRARY_IMPL(ns, key, m) static void __heddle_library_##ns##_##key(::torch::Library& m)
#define TORCH_EXTENSION_NAME extension
#define CUDA_KERNEL_LOOP_TYPE(i, n, index_type)                                                    \
  for (index_type i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x; i < (n); i += static_cast<index_type>(blockDim.x) * gridDim.x)
#define CUDA_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)
