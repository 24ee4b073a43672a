// What the emulator's runtime offers to a kernel. Light: it is compiled with every kernel.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstring>

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

struct Geometry {
  bool block_axis[3], grid_axis[3]; // false: the extent is 1
  unsigned block[3], grid[3];       // 0: to be chosen
  unsigned max_threads;
};

// How an argument of type T is made.
template <class T> struct Argument {
  EMU static T make(unsigned which) { return static_cast<T>(scalar(which)); }
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
