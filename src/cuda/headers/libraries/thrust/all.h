// Thrust for hosts: containers of the device, and calls that run kernels of their own. Function objects
// may be used in kernels.
#pragma once
#include <complex>
#include <cstddef>
#include <functional>
#include <iostream>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrust {

struct device_policy {
  device_policy on(cudaStream_t) const { return {}; }
  template <class T> device_policy operator()(T&&) const { return {}; }
};
static const device_policy device = {}, host = {}, seq = {};
namespace cuda {
static const device_policy par = {}, par_nosync = {};
}
namespace omp {
static const device_policy par = {};
}
struct device_system_tag {};
struct host_system_tag {};

template <class T> class device_ptr;
template <class T> class device_reference {
public:
  __host__ __device__ device_ptr<T> operator&() const;
  __host__ __device__ operator T() const;
  __host__ __device__ device_reference& operator=(const T& value);
  __host__ __device__ device_reference& operator+=(const T& value);
};
template <class T> class device_ptr {
public:
  typedef std::random_access_iterator_tag iterator_category;
  typedef typename std::remove_const<T>::type value_type;
  typedef ptrdiff_t difference_type;
  typedef device_ptr pointer;
  typedef device_reference<T> reference;
  device_ptr() = default;
  __host__ __device__ explicit device_ptr(T* at) : at_(at) {}
  template <class U> __host__ __device__ device_ptr(const device_ptr<U>& other) : at_(other.get()) {}
  __host__ __device__ T* get() const { return at_; }
  __host__ __device__ operator T*() const { return at_; }
  __host__ __device__ device_ptr operator+(ptrdiff_t n) const { return device_ptr(at_ + n); }
  __host__ __device__ device_ptr operator-(ptrdiff_t n) const { return device_ptr(at_ - n); }
  __host__ __device__ ptrdiff_t operator-(const device_ptr& other) const { return at_ - other.at_; }
  __host__ __device__ device_ptr& operator++() { ++at_; return *this; }
  __host__ __device__ device_ptr& operator+=(ptrdiff_t n) { at_ += n; return *this; }
  __host__ __device__ bool operator!=(const device_ptr& other) const { return at_ != other.at_; }
  __host__ __device__ bool operator==(const device_ptr& other) const { return at_ == other.at_; }
  __host__ __device__ device_reference<T> operator*() const;
  __host__ __device__ device_reference<T> operator[](ptrdiff_t n) const;

private:
  T* at_;
};
template <class T> __host__ __device__ device_ptr<T> device_pointer_cast(T* at) { return device_ptr<T>(at); }
template <class T> __host__ __device__ T* raw_pointer_cast(const device_ptr<T>& at) { return at.get(); }
template <class T> __host__ __device__ T* raw_pointer_cast(T* at) { return at; }
template <class T> T& raw_reference_cast(device_reference<T> at);
template <class T> device_ptr<T> device_malloc(size_t count);
template <class T> void device_free(device_ptr<T> at);
template <class T> device_ptr<T> device_new(size_t count = 1);
template <class T> void device_delete(device_ptr<T> at, size_t count = 1);

template <class T> struct device_allocator {
  typedef T value_type;
};
template <class T, class Allocator = device_allocator<T>> class device_vector {
public:
  typedef T value_type;
  typedef device_ptr<T> iterator;
  typedef device_ptr<const T> const_iterator;
  typedef device_ptr<T> pointer;
  typedef device_reference<T> reference;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;
  device_vector();
  ~device_vector();
  explicit device_vector(size_t count);
  device_vector(size_t count, const T& value);
  template <class It, class = typename std::iterator_traits<It>::iterator_category> device_vector(It first, It last);
  device_vector(std::initializer_list<T> values);
  device_vector(const device_vector& other);
  template <class A> device_vector(const std::vector<T, A>& other);
  device_vector& operator=(const device_vector& other);
  template <class A> device_vector& operator=(const std::vector<T, A>& other);
  size_t size() const;
  size_t capacity() const;
  bool empty() const;
  void resize(size_t count);
  void resize(size_t count, const T& value);
  void reserve(size_t count);
  void clear();
  void shrink_to_fit();
  void push_back(const T& value);
  void pop_back();
  template <class It> void assign(It first, It last);
  void assign(size_t count, const T& value);
  iterator insert(iterator at, const T& value);
  iterator erase(iterator at);
  iterator erase(iterator first, iterator last);
  void swap(device_vector& other);
  pointer data();
  device_ptr<const T> data() const;
  iterator begin();
  iterator end();
  const_iterator begin() const;
  const_iterator end() const;
  const_iterator cbegin() const;
  const_iterator cend() const;
  reference front();
  reference back();
  reference operator[](size_t n);
  T operator[](size_t n) const;
};
template <class T, class A = std::allocator<T>> class host_vector : public std::vector<T, A> {
public:
  using std::vector<T, A>::vector;
  host_vector() = default;
  template <class B> host_vector(const device_vector<T, B>& other);
  template <class B> host_vector& operator=(const device_vector<T, B>& other);
};
template <class T> using universal_vector = device_vector<T>;

// Iterators.
template <class T, class S = void, class C = void, class D = ptrdiff_t> class counting_iterator {
public:
  typedef std::random_access_iterator_tag iterator_category;
  typedef T value_type;
  typedef ptrdiff_t difference_type;
  typedef const T* pointer;
  typedef T reference;
  __host__ __device__ explicit counting_iterator(T value = T()) : value_(value) {}
  __host__ __device__ T operator*() const { return value_; }
  __host__ __device__ T operator[](ptrdiff_t n) const { return static_cast<T>(value_ + n); }
  __host__ __device__ counting_iterator operator+(ptrdiff_t n) const { return counting_iterator(static_cast<T>(value_ + n)); }
  __host__ __device__ ptrdiff_t operator-(const counting_iterator& other) const { return value_ - other.value_; }
  __host__ __device__ counting_iterator& operator++() { ++value_; return *this; }
  __host__ __device__ bool operator!=(const counting_iterator& other) const { return value_ != other.value_; }

private:
  T value_;
};
template <class T> counting_iterator<T> make_counting_iterator(T value) { return counting_iterator<T>(value); }
#define __HEDDLE_ITERATOR(name)                                                                    \
  template <class... T> class name {                                                               \
  public:                                                                                          \
    typedef std::random_access_iterator_tag iterator_category;                                     \
    typedef int value_type;                                                                        \
    typedef ptrdiff_t difference_type;                                                             \
    typedef int* pointer;                                                                          \
    typedef int& reference;                                                                        \
    template <class... U> explicit name(U&&...) {}                                                 \
    name operator+(ptrdiff_t) const;                                                               \
    ptrdiff_t operator-(const name&) const;                                                        \
  };                                                                                               \
  template <class... T> name<T...> make_##name(T...) { return name<T...>(); }
__HEDDLE_ITERATOR(constant_iterator)
__HEDDLE_ITERATOR(transform_iterator)
__HEDDLE_ITERATOR(zip_iterator)
__HEDDLE_ITERATOR(permutation_iterator)
__HEDDLE_ITERATOR(reverse_iterator)
__HEDDLE_ITERATOR(discard_iterator)
#undef __HEDDLE_ITERATOR

// Function objects, pairs, numbers.
template <class... T> using tuple = std::tuple<T...>;
template <class A, class B> using pair = std::pair<A, B>;
template <class T> using complex = std::complex<T>;
using std::get;
using std::make_pair;
using std::make_tuple;
using std::tie;
using std::swap;
template <class A, class R> struct unary_function {
  typedef A argument_type;
  typedef R result_type;
};
template <class A, class B, class R> struct binary_function {
  typedef A first_argument_type;
  typedef B second_argument_type;
  typedef R result_type;
};
template <class T = void> struct plus {
  template <class A, class B> __host__ __device__ auto operator()(const A& a, const B& b) const { return a + b; }
};
template <class T = void> struct minus {
  template <class A, class B> __host__ __device__ auto operator()(const A& a, const B& b) const { return a - b; }
};
template <class T = void> struct multiplies {
  template <class A, class B> __host__ __device__ auto operator()(const A& a, const B& b) const { return a * b; }
};
template <class T = void> struct divides {
  template <class A, class B> __host__ __device__ auto operator()(const A& a, const B& b) const { return a / b; }
};
template <class T = void> struct modulus {
  template <class A, class B> __host__ __device__ auto operator()(const A& a, const B& b) const { return a % b; }
};
template <class T = void> struct maximum {
  template <class A, class B> __host__ __device__ auto operator()(const A& a, const B& b) const { return a < b ? b : a; }
};
template <class T = void> struct minimum {
  template <class A, class B> __host__ __device__ auto operator()(const A& a, const B& b) const { return b < a ? b : a; }
};
template <class T = void> struct bit_and {
  template <class A, class B> __host__ __device__ auto operator()(const A& a, const B& b) const { return a & b; }
};
template <class T = void> struct bit_or {
  template <class A, class B> __host__ __device__ auto operator()(const A& a, const B& b) const { return a | b; }
};
template <class T = void> struct bit_xor {
  template <class A, class B> __host__ __device__ auto operator()(const A& a, const B& b) const { return a ^ b; }
};
template <class T = void> struct equal_to {
  template <class A, class B> __host__ __device__ bool operator()(const A& a, const B& b) const { return a == b; }
};
template <class T = void> struct not_equal_to {
  template <class A, class B> __host__ __device__ bool operator()(const A& a, const B& b) const { return a != b; }
};
template <class T = void> struct less {
  template <class A, class B> __host__ __device__ bool operator()(const A& a, const B& b) const { return a < b; }
};
template <class T = void> struct greater {
  template <class A, class B> __host__ __device__ bool operator()(const A& a, const B& b) const { return a > b; }
};
template <class T = void> struct less_equal {
  template <class A, class B> __host__ __device__ bool operator()(const A& a, const B& b) const { return a <= b; }
};
template <class T = void> struct greater_equal {
  template <class A, class B> __host__ __device__ bool operator()(const A& a, const B& b) const { return a >= b; }
};
template <class T = void> struct logical_and {
  template <class A, class B> __host__ __device__ bool operator()(const A& a, const B& b) const { return a && b; }
};
template <class T = void> struct logical_or {
  template <class A, class B> __host__ __device__ bool operator()(const A& a, const B& b) const { return a || b; }
};
template <class T = void> struct negate {
  template <class A> __host__ __device__ auto operator()(const A& a) const { return -a; }
};
template <class T = void> struct identity {
  template <class A> __host__ __device__ const A& operator()(const A& a) const { return a; }
};
template <class T = void> struct square {
  template <class A> __host__ __device__ auto operator()(const A& a) const { return a * a; }
};
template <class F> struct zip_function_t { F f; };
template <class F> zip_function_t<F> make_zip_function(F f) { return {f}; }
struct __heddle_placeholder {};
namespace placeholders {
static const __heddle_placeholder _1 = {}, _2 = {}, _3 = {};
}

// Algorithms: what they give is of a type that fits everything.
struct __heddle_anything {
  template <class T> operator T() const;
  template <class T> bool operator==(const T&) const;
  template <class T> bool operator!=(const T&) const;
  template <class T> ptrdiff_t operator-(const T&) const;
  __heddle_anything operator+(ptrdiff_t) const;
  double operator*() const;
};
template <class... T> void fill(T&&...);
template <class... T> void fill_n(T&&...);
template <class... T> void sequence(T&&...);
template <class... T> void generate(T&&...);
template <class... T> void sort(T&&...);
template <class... T> void stable_sort(T&&...);
template <class... T> void sort_by_key(T&&...);
template <class... T> void stable_sort_by_key(T&&...);
template <class... T> void for_each(T&&...);
template <class... T> void for_each_n(T&&...);
template <class... T> void swap_ranges(T&&...);
template <class... T> void replace(T&&...);
template <class... T> void replace_if(T&&...);
template <class... T> void tabulate(T&&...);
template <class... T> void shuffle(T&&...);
template <class... T> void uninitialized_fill(T&&...);
template <class... T> __heddle_anything copy(T&&...);
template <class... T> __heddle_anything copy_n(T&&...);
template <class... T> __heddle_anything copy_if(T&&...);
template <class... T> __heddle_anything transform(T&&...);
template <class... T> __heddle_anything transform_if(T&&...);
template <class... T> __heddle_anything inclusive_scan(T&&...);
template <class... T> __heddle_anything exclusive_scan(T&&...);
template <class... T> __heddle_anything inclusive_scan_by_key(T&&...);
template <class... T> __heddle_anything exclusive_scan_by_key(T&&...);
template <class... T> __heddle_anything transform_inclusive_scan(T&&...);
template <class... T> __heddle_anything transform_exclusive_scan(T&&...);
template <class... T> __heddle_anything unique(T&&...);
template <class... T> __heddle_anything unique_copy(T&&...);
template <class... T> __heddle_anything unique_by_key(T&&...);
template <class... T> __heddle_anything unique_by_key_copy(T&&...);
template <class... T> __heddle_anything remove(T&&...);
template <class... T> __heddle_anything remove_if(T&&...);
template <class... T> __heddle_anything remove_copy_if(T&&...);
template <class... T> __heddle_anything partition(T&&...);
template <class... T> __heddle_anything stable_partition(T&&...);
template <class... T> __heddle_anything gather(T&&...);
template <class... T> __heddle_anything scatter(T&&...);
template <class... T> __heddle_anything scatter_if(T&&...);
template <class... T> __heddle_anything gather_if(T&&...);
template <class... T> __heddle_anything reduce_by_key(T&&...);
template <class... T> __heddle_anything merge(T&&...);
template <class... T> __heddle_anything set_union(T&&...);
template <class... T> __heddle_anything set_intersection(T&&...);
template <class... T> __heddle_anything set_difference(T&&...);
template <class... T> __heddle_anything lower_bound(T&&...);
template <class... T> __heddle_anything upper_bound(T&&...);
template <class... T> __heddle_anything find(T&&...);
template <class... T> __heddle_anything find_if(T&&...);
template <class... T> __heddle_anything max_element(T&&...);
template <class... T> __heddle_anything min_element(T&&...);
template <class... T> __heddle_anything minmax_element(T&&...);
template <class... T> __heddle_anything adjacent_difference(T&&...);
template <class... T> __heddle_anything merge_by_key(T&&...);
template <class... T> __heddle_anything reverse(T&&...);
template <class... T> __heddle_anything reverse_copy(T&&...);
template <class... T> __heddle_anything mismatch(T&&...);
template <class... T> __heddle_anything count(T&&...);
template <class... T> __heddle_anything count_if(T&&...);
template <class... T> __heddle_anything equal(T&&...);
template <class... T> __heddle_anything is_sorted(T&&...);
template <class... T> __heddle_anything all_of(T&&...);
template <class... T> __heddle_anything any_of(T&&...);
template <class... T> __heddle_anything none_of(T&&...);
template <class... T> __heddle_anything binary_search(T&&...);
template <class... T> __heddle_anything distance(T&&...);
template <class... T> __heddle_anything next(T&&...);
template <class... T> __heddle_anything advance(T&&...);
template <class... T> __heddle_anything partition_copy(T&&...);
template <class It> typename std::iterator_traits<It>::value_type reduce(It first, It last);
template <class It, class T> T reduce(It first, It last, T value);
template <class It, class T, class F> T reduce(It first, It last, T value, F f);
template <class It, class T> T reduce(const device_policy&, It first, It last, T value);
template <class It, class T, class F> T reduce(const device_policy&, It first, It last, T value, F f);
template <class It, class T, class F, class G> T transform_reduce(It first, It last, F f, T value, G g);
template <class It, class T, class F, class G> T transform_reduce(const device_policy&, It first, It last, F f, T value, G g);
template <class It, class Jt, class T> T inner_product(It first, It last, Jt other, T value);
template <class It, class Jt, class T, class F, class G> T inner_product(It first, It last, Jt other, T value, F f, G g);

// Random numbers.
struct default_random_engine {
  __host__ __device__ explicit default_random_engine(unsigned = 0) {}
  __host__ __device__ void discard(unsigned long long) {}
  __host__ __device__ unsigned operator()() { return __heddle::unknown<unsigned>(); }
  __host__ __device__ void seed(unsigned) {}
};
typedef default_random_engine minstd_rand, minstd_rand0, ranlux24, taus88;
template <class T> struct uniform_real_distribution {
  __host__ __device__ uniform_real_distribution(T = 0, T = 1) {}
  template <class E> __host__ __device__ T operator()(E&) { return __heddle::unknown<T>(); }
};
template <class T> struct uniform_int_distribution {
  __host__ __device__ uniform_int_distribution(T = 0, T = 1) {}
  template <class E> __host__ __device__ T operator()(E&) { return __heddle::unknown<T>(); }
};
template <class T> struct normal_distribution {
  __host__ __device__ normal_distribution(T = 0, T = 1) {}
  template <class E> __host__ __device__ T operator()(E&) { return __heddle::unknown<T>(); }
};
namespace random {
using thrust::default_random_engine;
using thrust::normal_distribution;
using thrust::uniform_int_distribution;
using thrust::uniform_real_distribution;
} // namespace random
namespace system {
class system_error : public std::exception {
public:
  const char* what() const noexcept;
};
} // namespace system
using system::system_error;

} // namespace thrust
