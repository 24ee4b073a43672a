// Proxy fences between an access of a thread and a later one of the async proxy, for every trip
// count (theory.md section 4a). Private to src/barrier.
//
// A fence is an operation of its role that nobody waits for. The access p@i is fenced before q@j
// when the role of p executes a fence behind it, in that iteration or a later one, that is before
// q@j; the fence comes late when there is none, but the role of q executes one that p@i is before,
// or a third role one that is behind p@i and before q@j. (PTX ISA, "Causality Order": a fence
// anywhere on the path between the two.)
#pragma once
#include "barrier/relating.hpp"

#include <set>

namespace heddle::barrier {

struct Unfenced {
  // Over the symbols of the Relating and of `trips`: p@i is before q@j and there is no fence, and
  // there is a late one alone.
  Expr never = nullptr, late = nullptr;
  std::vector<std::pair<Expr, Expr>> trips; // symbols, and the trip counts that they stand for
};

// `space`: what p and q access.
Unfenced ask_fences(Pool& pool, const Extracted& e, const Windows& windows, Relating& relating,
                    const Point& p, const Point& q, Pairing pairing, core::Space space);

// Fences of tensor operations (PTX ISA, "Specialized Inter-thread Synchronization for tcgen05
// instructions"), where p@i is before q@j: one of p's role behind p, before q; one of q's role
// before q, behind p.
struct TensorFenced {
  Expr ordered = nullptr, before = nullptr, after = nullptr; // p@i is before q@j at all; likewise
  std::vector<std::pair<Expr, Expr>> trips;
};
TensorFenced ask_tensor_fences(Pool& pool, const Extracted& e, const Windows& windows,
                               Relating& relating, const Point& p, const Point& q, Pairing pairing);

// Fences between what threads do to tensor maps and copies that go by them (PTX ISA, "membar /
// fence", .tensormap: a release and an acquire pattern make order of them), where p writes and q
// reads `maps`, each an array and an offset: p@i is before q@j, and not of each map an acquire by
// q's role, before q, is behind a release by p's role behind p, or by q's that p is before. An
// acquire of a map whose offset depends on an iteration is one of that iteration alone.
using Maps = std::set<std::pair<core::ArrayId, Expr>>;
Unfenced ask_map_fences(Pool& pool, const Extracted& e, const Windows& windows, Relating& relating,
                        const Point& p, const Point& q, Pairing pairing, const Maps& maps);

// Of a nested skeleton, in which fences are not followed: an access that changes memory which the
// async proxy touches, and behind which its thread does not fence before anything else; or a change
// of a tensor map that copies go by.
std::optional<Loc> left_unfenced(const core::Kernel& kernel, const Extracted& e);

} // namespace heddle::barrier
