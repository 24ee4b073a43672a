#include "smt/small/terms.hpp"

#include "smt/normal/normalise.hpp"
#include "smt/small/narrow.hpp"

#include <algorithm>

namespace heddle::smt::small {

namespace {

Range known(const Bounds& b) { return {b.low.value_or(-far), b.high.value_or(far)}; }

template <class Declared> Range declared(Expr atom, const Declared& d) {
  Range r = known(type_bounds(atom->type));
  if (d.low) r.low = std::max<Wide>(r.low, *d.low);
  if (d.high) r.high = std::min<Wide>(r.high, *d.high);
  return r;
}

Range first_range(const Pool& pool, Expr e) {
  switch (e->op) {
  case Op::constant:
    return {constant_of(e), constant_of(e)};
  case Op::symbol:
  case Op::apply:
    return range_of_atom(pool, e);
  default:
    return e->type.is_bool() ? Range{0, 1} : Range{};
  }
}

// Where bounds creep, as in x < y && y < x without limits, more rounds tell little.
constexpr std::uint64_t rounds = 6;

} // namespace

Range range_of_atom(const Pool& pool, Expr atom) {
  return atom->op == Op::symbol ? declared(atom, pool.symbol(atom))
                                : declared(atom, pool.function(atom));
}

Terms::Terms(const Pool& pool, const std::vector<Expr>& assertions) : pool_(pool) {
  for (Expr e : assertions)
    add(e);
  for (TermId t = 0; t < size(); ++t)
    enqueue(t);
  for (Expr e : assertions)
    is_possible_ = restrict_to(ids_.at(e), {1, 1}) && is_possible_;
}

std::optional<TermId> Terms::find(Expr e) const {
  const auto it = ids_.find(e);
  return it == ids_.end() ? std::nullopt : std::optional(it->second);
}

// Post-order with a stack of its own: expressions may be deep.
TermId Terms::add(Expr root) {
  std::vector<Expr> work{root};
  while (!work.empty()) {
    const Expr e = work.back();
    if (ids_.contains(e)) {
      work.pop_back();
      continue;
    }
    const std::size_t before = work.size();
    for (Expr a : e->args)
      if (!ids_.contains(a)) work.push_back(a);
    if (work.size() != before) continue;
    work.pop_back();
    const auto t = static_cast<TermId>(exprs_.size());
    ids_.emplace(e, t);
    exprs_.push_back(e);
    ranges_.push_back(first_range(pool_, e));
    is_queued_.push_back(false);
    users_.emplace_back();
    args_.emplace_back();
    for (Expr a : e->args) {
      args_[t].push_back(ids_.at(a));
      users_[ids_.at(a)].push_back(t);
    }
  }
  return ids_.at(root);
}

void Terms::enqueue(TermId t) {
  if (is_queued_[t]) return;
  is_queued_[t] = true;
  queue_.push_back(t);
}

bool Terms::restrict_to(TermId t, Range r) {
  const Range now = ranges_[t];
  const Range next{std::max(now.low, r.low), std::min(now.high, r.high)};
  if (next == now) return true;
  if (next.low > next.high) return false;
  trail_.emplace_back(t, now);
  ranges_[t] = next;
  enqueue(t);
  for (TermId user : users_[t])
    enqueue(user);
  return true;
}

bool Terms::propagate() {
  const std::uint64_t end = work_ + rounds * size();
  Narrower narrower(*this);
  bool is_possible = is_possible_;
  for (std::size_t i = 0; is_possible && i < queue_.size() && work_ < end; ++i) {
    const TermId t = queue_[i];
    is_queued_[t] = false;
    ++work_;
    is_possible = narrower.revise(t);
  }
  for (TermId t : queue_)
    is_queued_[t] = false;
  queue_.clear();
  return is_possible;
}

bool Terms::holds() {
  for (TermId t = 0; t < size(); ++t)
    enqueue(t);
  return propagate();
}

void Terms::undo(std::size_t mark) {
  while (trail_.size() > mark) {
    ranges_[trail_.back().first] = trail_.back().second;
    trail_.pop_back();
  }
  for (TermId t : queue_)
    is_queued_[t] = false;
  queue_.clear();
}

} // namespace heddle::smt::small
