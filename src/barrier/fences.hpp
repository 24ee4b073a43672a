// Proxy fences between an access of a thread and a later one of the async proxy, for every trip
// count (theory.md section 4a). Private to src/barrier.
//
// A fence is an operation of its role that nobody waits for. The access p@i is fenced before q@j
// when the role of p executes a fence behind it, in that iteration or a later one, that is before
// q@j; the fence comes late when there is none, but the role of q executes one that p@i is before.
// (PTX ISA, "Causality Order": a fence anywhere on the path between the two. Those of third roles
// are not looked for.)
#pragma once
#include "barrier/relating.hpp"

namespace heddle::barrier {

struct Unfenced {
  // Over the symbols of the Relating and of `trips`: p@i is before q@j and there is no fence, and
  // there is a late one alone.
  Expr never = nullptr, late = nullptr;
  std::vector<std::pair<Expr, Expr>> trips; // symbols, and the trip counts that they stand for
};

Unfenced ask_fences(Pool& pool, const Extracted& e, const Windows& windows, Relating& relating,
                    const Point& p, const Point& q, Pairing pairing);

// Fences of tensor operations (PTX ISA, "Specialized Inter-thread Synchronization for tcgen05
// instructions"), where p@i is before q@j: one of p's role behind p, before q; one of q's role
// before q, behind p.
struct TensorFenced {
  Expr ordered = nullptr, before = nullptr, after = nullptr; // p@i is before q@j at all; likewise
  std::vector<std::pair<Expr, Expr>> trips;
};
TensorFenced ask_tensor_fences(Pool& pool, const Extracted& e, const Windows& windows,
                               Relating& relating, const Point& p, const Point& q, Pairing pairing);

// Of a nested skeleton, in which fences are not followed: an access that changes shared memory
// which the async proxy touches, and behind which its thread does not fence before anything else.
std::optional<Loc> left_unfenced(const core::Kernel& kernel, const Extracted& e);

} // namespace heddle::barrier
