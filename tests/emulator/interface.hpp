// What the emulator's runtime offers to a kernel. Light: it is compiled with every kernel.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <set>
#include <type_traits>

#define EMU __attribute__((no_sanitize_thread))

namespace emu {
struct Index3 {
  unsigned x, y, z;
};
enum class Kind : unsigned char { read, write, atomic_block, atomic_grid };
enum class Vote : unsigned char { all, any, count };
// A run has these while a kernel executes.
extern Index3 thread_index, block_index, block_dim, grid_dim;
extern char dynamic_shared[1 << 20];
void record(const void* pointer, unsigned size, Kind kind);
void block_barrier(unsigned line);
void warp_barrier(unsigned line);
int block_vote(Vote how, bool value, unsigned line);
// All live lanes of the warp give a value; the result is the array of the 32 values (0 for lanes
// that do not exist). No barrier: the accesses around it stay unordered.
const std::uint64_t* warp_exchange(std::uint64_t value, unsigned line);
unsigned lane();
void exited();
void require(bool holds);
void violated(unsigned line);
long scalar(unsigned which);
void* buffer(unsigned which, unsigned element_size);

// What arguments are made for but cannot keep: such a launch is none.
extern bool is_kept;
unsigned number(unsigned below); // at random

// Contents that keep a contract, for cells that a launch of small sizes may reach; `holds_..` says
// whether they still do where another contract of the same array has changed them.
constexpr long first_cell = -2048, last_cell = 6144, last_checked = 2048;
template <class T> T* writable(const T* a) { return const_cast<T*>(a); }
template <class T> void make_distinct(T* a) {
  const unsigned how = number(6);
  const long shift = long(number(4)) - 1, scale = how == 4 ? 2 : how == 5 ? 3 : 1;
  for (long i = first_cell; i < last_cell; i++)
    a[i] = T((how == 1 ? i ^ 1 : how == 2 ? -i : how == 3 ? i ^ 6 : i) * scale + shift);
}
template <class T> bool holds_distinct(const T* a) {
  std::set<T> seen;
  for (long i = 0; i < last_checked; i++)
    if (!seen.insert(a[i]).second) return false;
  return true;
}
template <class T> void make_monotone(T* a) {
  const unsigned steps = number(3) + 1;
  T next = T(number(3));
  for (long i = 0; i < last_cell; i++)
    next = T((a[i] = next) + T(number(steps + 1)));
  for (long i = -1; i >= first_cell; i--)
    a[i] = a[i + 1];
}
template <class T> bool holds_monotone(const T* a) {
  for (long i = 0; i + 1 < last_checked; i++)
    if (a[i + 1] < a[i]) return false;
  return true;
}
template <class T> void make_sorted(T* a) { make_monotone(a); }
template <class T> bool holds_sorted(const T* a) { return holds_monotone(a); }
template <class T> void make_range(T* a, long low, long high) {
  for (long i = first_cell; i < last_cell && low < high; i++)
    a[i] = T(low + long(number(unsigned(high - low))));
}
template <class T> bool holds_range(const T* a, long low, long high) {
  for (long i = first_cell; i < last_checked; i++)
    if (long(a[i]) < low || long(a[i]) >= high) return false;
  return true;
}
template <class T> void make_permutation(T* a, long n) {
  for (long i = 0; i < n && i < last_cell; i++) {
    const long j = long(number(unsigned(i + 1)));
    a[i] = a[j];
    a[j] = T(i);
  }
}
template <class T> bool holds_permutation(const T* a, long n) {
  std::set<T> seen;
  for (long i = 0; i < n && i < last_cell; i++)
    if (long(a[i]) < 0 || long(a[i]) >= n || !seen.insert(a[i]).second) return false;
  return true;
}
template <class T, class U> void make_scan(T* begin, U* length) {
  begin[first_cell] = T(number(3));
  for (long i = first_cell; i < last_cell; i++)
    length[i] = U(number(4));
  for (long i = first_cell; i + 1 < last_cell; i++)
    begin[i + 1] = T(begin[i] + T(length[i]));
}
template <class T, class U> bool holds_scan(const T* begin, const U* length) {
  for (long i = 0; i < last_checked; i++)
    if (length[i] < 0 || begin[i + 1] != T(begin[i] + T(length[i]))) return false;
  return true;
}

struct Geometry {
  bool block_axis[3], grid_axis[3]; // false: the extent is 1
  unsigned block[3], grid[3];       // 0: to be chosen
  unsigned max_threads;
};

// How an argument of type T is made.
template <class T> struct Argument {
  EMU static T make(unsigned which) {
    const long value = scalar(which); // no index wraps around as a large one would let it
    return static_cast<T>(std::is_unsigned_v<T> && sizeof(T) == 8 && value < 0 ? -value : value);
  }
};
template <class T> struct Argument<T*> {
  EMU static T* make(unsigned which) { return static_cast<T*>(buffer(which, sizeof(T))); }
};
template <> struct Argument<void*> {
  EMU static void* make(unsigned which) { return buffer(which, 1); }
};

template <class T> EMU std::uint64_t bits(T value) {
  std::uint64_t result = 0;
  std::memcpy(&result, &value, sizeof(T) < 8 ? sizeof(T) : 8);
  return result;
}
template <class T> EMU T from_bits(std::uint64_t value) {
  T result{};
  std::memcpy(&result, &value, sizeof(T) < 8 ? sizeof(T) : 8);
  return result;
}
template <class T, class F> EMU T atomic(T* p, Kind kind, F change) {
  record(p, sizeof(T), kind);
  T old = *p;
  *p = change(old);
  return old;
}
} // namespace emu
