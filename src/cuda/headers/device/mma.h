// Tensor cores (wmma). What a fragment holds is not followed. Loading and storing a tile are accesses
// of the warp, of which it is not said which lane does what (tile_read, tile_write).
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace nvcuda {
namespace wmma {

struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32 {};
struct b1 {};
struct u4 {};
struct s4 {};
} // namespace precision
namespace experimental {
namespace precision = wmma::precision;
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

namespace details {
// What an element is in memory, and in the fragment.
template <class T> struct element {
  typedef T stored;
  static constexpr unsigned bits = 8 * sizeof(T);
};
template <> struct element<precision::tf32> {
  typedef float stored;
  static constexpr unsigned bits = 32;
};
template <> struct element<precision::b1> {
  typedef unsigned stored;
  static constexpr unsigned bits = 1;
};
template <> struct element<precision::u4> {
  typedef unsigned stored;
  static constexpr unsigned bits = 4;
};
template <> struct element<precision::s4> {
  typedef int stored;
  static constexpr unsigned bits = 4;
};
template <class Use, int m, int n, int k> struct shape {
  static constexpr int rows = m, columns = n;
};
template <int m, int n, int k> struct shape<matrix_a, m, n, k> {
  static constexpr int rows = m, columns = k;
};
template <int m, int n, int k> struct shape<matrix_b, m, n, k> {
  static constexpr int rows = k, columns = n;
};
// Elements of one lane.
template <class Use, int m, int n, int k, class T> struct count {
  static constexpr int value = shape<Use, m, n, k>::rows * shape<Use, m, n, k>::columns / 32 *
                               (sizeof(typename element<T>::stored) == 2 ? 2 : 1);
};
template <int m, int n, int k, class T> struct count<accumulator, m, n, k, T> {
  static constexpr int value = m * n / 32;
};
} // namespace details

template <class Use, int m, int n, int k, class T, class Layout = void> class fragment {
public:
  typedef typename details::element<T>::stored element_type;
  typedef typename details::element<T>::stored storage_element_type;
  static constexpr int num_elements = details::count<Use, m, n, k, T>::value;
  static constexpr int num_storage_elements = num_elements;
  element_type x[num_elements < 1 ? 1 : num_elements];

  __device__ void __heddle_forget() {
    for (element_type& e : x)
      e = __heddle::unknown<element_type>();
  }
};

namespace details {
template <bool stores, class Use, int m, int n, int k, class T, class Layout, class Memory>
__heddle_device void access(const fragment<Use, m, n, k, T, Layout>&, Memory* at, unsigned stride, bool by_rows) {
  constexpr unsigned rows = shape<Use, m, n, k>::rows, columns = shape<Use, m, n, k>::columns;
  constexpr unsigned bits = element<T>::bits;
  const long long bytes = static_cast<long long>(stride) * bits / 8;
  if constexpr (stores) {
    if (by_rows)
      __heddle::tile_write(at, rows, columns * bits / 8, bytes);
    else
      __heddle::tile_write(at, columns, rows * bits / 8, bytes);
  } else {
    if (by_rows)
      __heddle::tile_read(at, rows, columns * bits / 8, bytes);
    else
      __heddle::tile_read(at, columns, rows * bits / 8, bytes);
  }
}
template <class Layout> struct is_row_major {
  static constexpr bool value = false;
};
template <> struct is_row_major<row_major> {
  static constexpr bool value = true;
};
} // namespace details

template <class Use, int m, int n, int k, class T, class Layout, class Memory>
__heddle_device void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& f, const Memory* at, unsigned stride) {
  details::access<false>(f, at, stride, details::is_row_major<Layout>::value);
  f.__heddle_forget();
}
template <int m, int n, int k, class T, class Memory>
__heddle_device void load_matrix_sync(fragment<accumulator, m, n, k, T>& f, const Memory* at, unsigned stride,
                                      layout_t layout) {
  details::access<false>(f, at, stride, layout == mem_row_major);
  f.__heddle_forget();
}
template <int m, int n, int k, class T, class Memory>
__heddle_device void store_matrix_sync(Memory* at, const fragment<accumulator, m, n, k, T>& f, unsigned stride,
                                       layout_t layout) {
  details::access<true>(f, at, stride, layout == mem_row_major);
}
template <class Use, int m, int n, int k, class T, class Layout, class Value>
__heddle_device void fill_fragment(fragment<Use, m, n, k, T, Layout>& f, const Value& value) {
  for (auto& e : f.x)
    e = value;
}
template <int m, int n, int k, class A, class LA, class B, class LB, class C, class D>
__heddle_device void mma_sync(fragment<accumulator, m, n, k, D>& d, const fragment<matrix_a, m, n, k, A, LA>&,
                              const fragment<matrix_b, m, n, k, B, LB>&, const fragment<accumulator, m, n, k, C>&,
                              bool saturates = false) {
  d.__heddle_forget();
}
template <int m, int n, int k, class A, class LA, class B, class LB, class C>
__heddle_device void bmma_sync(fragment<accumulator, m, n, k, C>& d, const fragment<matrix_a, m, n, k, A, LA>&,
                               const fragment<matrix_b, m, n, k, B, LB>&, const fragment<accumulator, m, n, k, C>&,
                               experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
                               experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  d.__heddle_forget();
}
__heddle_both float __float_to_tf32(float x) { return ::__float_to_tf32(x); }

} // namespace wmma
} // namespace nvcuda
