#include "expr/expr.hpp"

#include "support/time_limit.hpp"

#include <algorithm>
#include <cassert>

namespace heddle {

std::size_t Pool::Hash::operator()(Expr e) const {
  std::size_t h = static_cast<std::size_t>(e->op) * 31 + e->type.width * 7u + e->type.is_signed;
  h = h * 1000003 ^ std::hash<std::int64_t>()(e->value);
  for (Expr a : e->args)
    h = h * 1000003 ^ a->id;
  return h;
}

bool Pool::Equal::operator()(Expr a, Expr b) const {
  return a->op == b->op && a->type == b->type && a->value == b->value && a->args == b->args;
}

Pool::Pool() = default;

Expr Pool::intern(Op op, Type type, std::int64_t value, std::vector<Expr> args) {
  TimeLimit::poll();
  std::lock_guard lock(mutex_);
  Node probe{op, type, value, 0, std::move(args)};
  if (auto it = table_.find(&probe); it != table_.end()) return *it;
  probe.id = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(std::move(probe));
  table_.insert(&nodes_.back());
  return &nodes_.back();
}

SymbolId Pool::new_symbol(Symbol symbol) {
  std::lock_guard lock(mutex_);
  symbols_.push_back(std::move(symbol));
  return static_cast<SymbolId>(symbols_.size() - 1);
}

FunctionId Pool::new_function(Function function) {
  std::lock_guard lock(mutex_);
  functions_.push_back(std::move(function));
  return static_cast<FunctionId>(functions_.size() - 1);
}

FunctionId Pool::pure_function(const std::string& name, Type type) {
  std::lock_guard lock(mutex_);
  auto [it, inserted] = pure_.try_emplace(name + ":" + heddle::to_string(type),
                                          static_cast<FunctionId>(functions_.size()));
  if (inserted) functions_.push_back({name, type, Flavour::pure, Scope::grid, {}, {}, {}, {}});
  return it->second;
}

const Symbol& Pool::symbol(SymbolId id) const {
  std::lock_guard lock(mutex_);
  return symbols_.at(id);
}

const Function& Pool::function(FunctionId id) const {
  std::lock_guard lock(mutex_);
  return functions_.at(id);
}

void Pool::bound_symbol(SymbolId id, std::optional<std::int64_t> low,
                        std::optional<std::int64_t> high) {
  std::lock_guard lock(mutex_);
  Symbol& s = symbols_.at(id);
  if (low) s.low = s.low ? std::max(*s.low, *low) : *low;
  if (high) s.high = s.high ? std::min(*s.high, *high) : *high;
}

void Pool::fix_symbol(SymbolId id, std::int64_t low, std::int64_t high) {
  std::lock_guard lock(mutex_);
  Symbol& s = symbols_.at(id);
  s.low = low;
  s.high = high;
  // most of these values are larger than any bound that can be told
  if (s.type == Type::u64() && high == INT64_MAX) s.high = std::nullopt;
}

Expr Pool::constant(std::int64_t value, Type type) {
  assert(!type.is_opaque());
  return intern(Op::constant, type, type.is_bool() ? value != 0 : wrap(value, type), {});
}

Expr Pool::boolean(bool value) { return intern(Op::constant, Type::boolean(), value, {}); }

Expr Pool::symbol_ref(SymbolId id) { return intern(Op::symbol, symbol(id).type, id, {}); }

Expr Pool::apply(FunctionId id, std::vector<Expr> args) {
  return intern(Op::apply, function(id).type, id, std::move(args));
}

Expr Pool::substitute(Expr e, const std::function<Expr(Expr)>& f, Memo& memo) {
  if (auto it = memo.find(e); it != memo.end()) return it->second;
  Expr result = e;
  if (!e->args.empty()) {
    std::vector<Expr> args;
    args.reserve(e->args.size());
    for (Expr a : e->args)
      args.push_back(substitute(a, f, memo));
    if (args != e->args) result = rebuild(e->op, e->type, e->value, std::move(args));
  }
  // By what it was: (k - 1)[k + 1 / k] is k, which is not replaced once more.
  if (e->op == Op::symbol || e->op == Op::apply)
    if (Expr r = f(result)) result = r;
  memo.emplace(e, result);
  return result;
}

std::vector<Expr> atoms(Expr e) {
  std::unordered_set<Expr> seen;
  std::vector<Expr> work{e}, found;
  while (!work.empty()) {
    Expr x = work.back();
    work.pop_back();
    if (!seen.insert(x).second) continue;
    TimeLimit::poll();
    if (x->op == Op::symbol || x->op == Op::apply) found.push_back(x);
    work.insert(work.end(), x->args.begin(), x->args.end());
  }
  std::ranges::sort(found, {}, [](Expr x) { return x->id; });
  return found;
}

bool Mentioned::in(Expr e) {
  std::vector<Expr> work{e};
  while (!work.empty()) {
    Expr x = work.back();
    if (known_.contains(x)) {
      work.pop_back();
      continue;
    }
    TimeLimit::poll();
    bool found = x == leaf_;
    const std::size_t before = work.size();
    for (Expr a : x->args) {
      const auto it = known_.find(a);
      if (it == known_.end())
        work.push_back(a);
      else
        found = found || it->second;
    }
    if (!found && work.size() > before) continue;
    work.resize(before - 1);
    known_.emplace(x, found);
  }
  return known_.at(e);
}

} // namespace heddle
