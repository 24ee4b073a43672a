// What of a kernel a replay has to run: the rest decides neither whether a thread comes to its
// target, nor where and what it accesses there. Of a kernel that sums a row and then reads beside
// it,
//
//   for k while k < n  t := read x[..]; s := fadd(s, t)
//   write sums[4 * i .. +4] := s
//   if i < m  u := read sums[4 * i + 4 .. +4]
//
// the loop is not run, and nobody knows what is written: a read and a write of one cell race
// whatever it is. With two writes as targets, what they write is run.
#pragma once
#include "core/interpreter/replay.hpp"

#include <unordered_set>

namespace heddle::core {

struct Slice {
  std::unordered_set<const Stmt*> kept;   // of the kernel it was made of
  std::unordered_set<const Stmt*> stored; // writes among them whose values matter
  // Accesses among them of which memory has to know: what they read, or leave to be read, matters.
  std::unordered_set<const Stmt*> remembered;
};

// Everything that synchronises, ends a thread, is not understood or may trap for its alignment
// stays, with what that depends on. A loop that goes is one that waits for nothing: the language
// promises that it ends.
Slice slice(const Kernel& kernel, const std::vector<ReplayTarget>& targets);

} // namespace heddle::core
