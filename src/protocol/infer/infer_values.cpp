#include "protocol/infer/infer_values.hpp"

#include "protocol/loops.hpp"

#include <algorithm>
#include <utility>

namespace heddle::protocol {

namespace {

constexpr std::uint32_t saturated = 1u << 30;

Scope own_sharing(const Pool& pool, Expr e) {
  if (e->op == Op::symbol) {
    switch (pool.symbol(e).role) {
    case Role::thread_index:
      return Scope::thread;
    case Role::block_index:
      return Scope::block;
    case Role::variable: // stands for its value, which is looked at separately
    case Role::parameter:
    case Role::grid_dim:
    case Role::block_dim:
    case Role::binder: // threads are compared in the same iteration
    case Role::fresh:
      return Scope::grid;
    }
  }
  if (e->op == Op::apply) {
    const Function& f = pool.function(e);
    if (f.flavour != Flavour::pure) return f.sharing;
  }
  return Scope::grid;
}

} // namespace

ExprFacts ExprTable::compute(Expr e) const {
  ExprFacts r;
  r.sharing = own_sharing(pool_, e);
  r.provisional = e->op == Op::apply && provisional_.contains(static_cast<FunctionId>(e->value));
  r.decides = e->type.is_bool() || e->op == Op::ite;
  for (Expr a : e->args) {
    const ExprFacts& f = table_.at(a);
    r.sharing = std::min(r.sharing, f.sharing);
    r.provisional |= f.provisional;
    r.decides |= f.decides;
    r.depth = std::max(r.depth, f.depth + 1);
    r.size = std::min(saturated, r.size + f.size);
  }
  return r;
}

const ExprFacts& ExprTable::facts(Expr e) {
  if (auto it = table_.find(e); it != table_.end()) return it->second;
  std::vector<Expr> work{e};
  while (!work.empty()) {
    Expr x = work.back();
    const std::size_t before = work.size();
    if (!table_.contains(x))
      for (Expr a : x->args)
        if (!table_.contains(a)) work.push_back(a);
    if (work.size() > before) continue;
    work.pop_back();
    if (!table_.contains(x)) table_.emplace(x, compute(x));
  }
  return table_.at(e);
}

void Known::push(Expr cond) {
  const auto one = [&](Expr e) {
    stack_.push_back(e);
    ++counts_[e];
  };
  if (cond->op == Op::logical_and)
    for (Expr part : cond->args)
      one(part);
  else if (!is_true(cond))
    one(cond);
}

void Known::release(std::size_t mark) {
  while (stack_.size() > mark) {
    auto it = counts_.find(stack_.back());
    if (--it->second == 0) counts_.erase(it);
    stack_.pop_back();
  }
}

std::vector<Expr> Known::suspend() {
  counts_.clear();
  return std::exchange(stack_, {});
}

void Known::resume(std::vector<Expr> stack) {
  suspend();
  for (Expr e : stack)
    push(e);
}

Expr Known::simplify(Expr e) {
  if (!table_.facts(e).decides) return e;
  Pool::Memo memo;
  return rewrite(e, memo);
}

namespace {

// May its value in machine words be another one than without bounds?
bool computes(Expr e) {
  const bool number = e->op == Op::constant || e->op == Op::symbol || e->op == Op::apply;
  return !number && e->op != Op::rem && e->op != Op::bit_and &&
         (e->op != Op::cast || e->type.width < e->args[0]->type.width || computes(e->args[0]));
}

bool within(const Interval& value, const Interval& range) {
  const auto at_least = [](const auto& a, const auto& b) { return !b || (a && *a >= *b); };
  const auto at_most = [](const auto& a, const auto& b) { return !b || (a && *a <= *b); };
  return at_least(value.low, range.low) && at_most(value.high, range.high);
}

} // namespace

// Does the machine's value lie within interval(e), whatever overflows? It does where that of all
// operands lies within theirs and the result needs no more than its type.
bool Known::bounded_in_words(Expr e) const {
  if (e->args.empty() || e->op == Op::apply || !e->type.is_int()) return true;
  if (auto it = bounded_.find(e); it != bounded_.end()) return it->second;
  const Interval result = interval(pool_, e), range = type_range(e->type);
  bool bounded = within(result, range) &&
                 std::ranges::all_of(e->args, [&](Expr a) { return bounded_in_words(a); });
  if (e->op == Op::cast && !within(range, result)) // else it says nothing
    bounded = bounded && within(interval(pool_, e->args[0]), range);
  bounded_.emplace(e, bounded);
  return bounded;
}

// A condition without smaller conditions inside: looked up, or decided by bounds.
Expr Known::decide(Expr e) const {
  if (counts_.contains(e)) return pool_.boolean(true);
  if (counts_.contains(pool_.logical_not(e))) return pool_.boolean(false);
  if (e->op != Op::lt && e->op != Op::le && e->op != Op::eq) return e;
  if (!e->args[0]->type.is_int()) return e;
  if (words_ && (!bounded_in_words(e->args[0]) || !bounded_in_words(e->args[1]))) return e;
  // x + 1 < x + 4
  const Linear d = linear_exact(pool_, e->args[1]).minus(linear_exact(pool_, e->args[0]));
  const bool exact = !words_ || (!computes(e->args[0]) && !computes(e->args[1]));
  if (exact && d.terms.empty() && e->args[0]->type != Type::u64())
    return pool_.boolean(e->op == Op::lt   ? d.constant > 0
                         : e->op == Op::le ? d.constant >= 0
                                           : d.constant == 0);
  const Interval a = interval(pool_, e->args[0]), b = interval(pool_, e->args[1]);
  const bool below = a.high && b.low && *a.high < *b.low;
  const bool above = a.low && b.high && *a.low > *b.high;
  switch (e->op) {
  case Op::lt:
    if (below) return pool_.boolean(true);
    if (a.low && b.high && *a.low >= *b.high) return pool_.boolean(false);
    return e;
  case Op::le:
    if (a.high && b.low && *a.high <= *b.low) return pool_.boolean(true);
    return above ? pool_.boolean(false) : e;
  default:
    return below || above ? pool_.boolean(false) : e;
  }
}

Expr Known::rewrite(Expr e, Pool::Memo& memo) {
  if (!table_.facts(e).decides) return e;
  if (auto it = memo.find(e); it != memo.end()) return it->second;
  Expr result = e->type.is_bool() ? decide(e) : e;
  if (result->op == Op::ite) {
    Expr cond = rewrite(e->args[0], memo);
    result = cond->op == Op::constant
                 ? rewrite(cond->value ? e->args[1] : e->args[2], memo)
                 : pool_.ite(cond, rewrite(e->args[1], memo), rewrite(e->args[2], memo));
  } else if (result->op != Op::constant && !e->args.empty()) {
    std::vector<Expr> args;
    for (Expr a : e->args)
      args.push_back(rewrite(a, memo));
    if (args != e->args) {
      result = pool_.rebuild(e->op, e->type, e->value, std::move(args));
      if (result->type.is_bool()) result = decide(result);
    }
  }
  memo.emplace(e, result);
  return result;
}

} // namespace heddle::protocol
