#include "protocol/infer_values.hpp"

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

// A condition without smaller conditions inside: looked up, or decided by bounds.
Expr Known::decide(Expr e) const {
  if (counts_.contains(e)) return pool_.boolean(true);
  if (counts_.contains(pool_.logical_not(e))) return pool_.boolean(false);
  if (e->op != Op::lt && e->op != Op::le && e->op != Op::eq) return e;
  if (!e->args[0]->type.is_int()) return e;
  // x + 1 < x + 4
  const Linear d = linear_exact(pool_, e->args[1]).minus(linear_exact(pool_, e->args[0]));
  if (d.terms.empty() && e->args[0]->type != Type::u64())
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

Expr Memory::find(ArrayId array, Expr offset, unsigned size) const {
  for (const Cell& c : cells_)
    if (c.array == array && c.offset == offset && c.size == size) return c.value;
  return nullptr;
}

// Do two cells of one array certainly have no byte in common?
bool Memory::apart(Pool& pool, const Cell& a, const Cell& b) {
  const auto distance = constant_value(pool.sub(a.offset, b.offset));
  const auto split = [](Expr e) -> std::pair<Expr, std::int64_t> {
    if (e->op == Op::add && e->args[1]->op == Op::constant) return {e->args[0], e->args[1]->value};
    return {e, 0};
  };
  std::int64_t d = 0;
  if (distance) {
    d = *distance;
  } else {
    const auto [base_a, shift_a] = split(a.offset);
    const auto [base_b, shift_b] = split(b.offset);
    if (base_a != base_b || __builtin_sub_overflow(shift_a, shift_b, &d)) return false;
  }
  return d >= static_cast<std::int64_t>(b.size) || d <= -static_cast<std::int64_t>(a.size);
}

void Memory::write(Pool& pool, const Cell& cell,
                   const std::function<bool(ArrayId, ArrayId)>& may_alias) {
  std::erase_if(cells_, [&](const Cell& c) {
    if (c.array == cell.array) return !apart(pool, c, cell);
    return may_alias(c.array, cell.array);
  });
  if (cell.value && cells_.size() < max_cells) cells_.push_back(cell);
}

Memory Memory::merge(Pool& pool, Expr cond, const Memory& a, const Memory& b) {
  Memory both;
  for (const Cell& c : a.cells_) {
    Expr other = b.find(c.array, c.offset, c.size);
    if (!other || other->type != c.value->type) continue;
    both.cells_.push_back({c.array, c.offset, c.size, pool.ite(cond, c.value, other)});
  }
  return both;
}

} // namespace heddle::protocol
