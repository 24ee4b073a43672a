// The terms of a conjunction with a range for each, narrowed by the operators between them until
// nothing changes: forwards from operands to results, backwards from results to operands
// (HC4-revise: Benhamou, Goualard, Granvilliers, Puget: Revising hull and box consistency, ICLP
// 1999). No value is lost that a model has in which nothing is divided by zero, even where the
// quotient does not matter. Ranges may be too wide: what is not worth a rule narrows when its
// operands are known.
#pragma once
#include "expr/expr.hpp"
#include "smt/normal/poly.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace heddle::smt::small {

using TermId = std::uint32_t;

// Stands for "no bound": beyond any value that a model may have, and far from the limits of Wide.
inline constexpr Wide far = Wide{1} << 100;

struct Range {
  Wide low = -far, high = far; // inclusive
  bool is_point() const { return low == high; }
  bool contains(Wide v) const { return low <= v && v <= high; }
  bool operator==(const Range&) const = default;
};

// What the declaration and the type of a symbol or an application say of it.
Range range_of_atom(const Pool& pool, Expr atom);

class Terms {
public:
  // All of `assertions` hold, and what their atoms' declarations and types say.
  Terms(const Pool& pool, const std::vector<Expr>& assertions);

  std::size_t size() const { return exprs_.size(); }
  Expr expr(TermId t) const { return exprs_[t]; }
  const std::vector<TermId>& args(TermId t) const { return args_[t]; }
  const Range& range(TermId t) const { return ranges_[t]; }
  std::optional<TermId> find(Expr e) const;

  // They answer false where nothing is left for some term; then only `undo` makes sense.
  bool restrict_to(TermId t, Range r);
  bool propagate();
  // Once all atoms are known: do the assertions hold? Where bounds creep, `propagate` may have
  // ended before it came to all that became known.
  bool holds();

  // What was narrowed behind a mark is as it was then.
  std::size_t mark() const { return trail_.size(); }
  void undo(std::size_t mark);

  std::uint64_t work() const { return work_; } // terms looked at, of all calls

private:
  friend class Narrower; // narrow.cpp
  TermId add(Expr e);
  void enqueue(TermId t);

  const Pool& pool_;
  std::vector<Expr> exprs_; // operands before what is made of them
  std::vector<std::vector<TermId>> args_, users_;
  std::vector<Range> ranges_;
  std::unordered_map<Expr, TermId> ids_;
  std::vector<std::pair<TermId, Range>> trail_;
  std::vector<TermId> queue_;
  std::vector<bool> is_queued_;
  std::uint64_t work_ = 0;
  bool is_possible_ = true;
};

} // namespace heddle::smt::small
