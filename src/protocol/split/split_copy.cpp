#include "protocol/split/split_copy.hpp"
#include "core/clusters.hpp"
#include "core/meetings.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

// Iterations by which a sequence's argument may be ahead and be unfolded: op(fn(k), factor).
constexpr std::int64_t max_unfold = 8;

Relation::Kind kind_of(PairClass pairs) {
  return pairs == PairClass::different_blocks ? Relation::Kind::different_blocks
                                              : Relation::Kind::same_block;
}

bool sees_one_value(Scope sharing, PairClass pairs) {
  switch (pairs) {
  case PairClass::same_thread:
  case PairClass::lane_rows:
    return true;
  case PairClass::same_warp:
    return sharing >= Scope::warp;
  case PairClass::same_block:
    return sharing >= Scope::block;
  case PairClass::different_blocks:
    return sharing >= Scope::grid;
  }
  return false;
}

} // namespace

Copies::Copies(const Protocol& protocol, const Geometry& geometry, const SequenceTable& sequences,
               PairClass pairs)
    : pool_(*protocol.pool), geometry_(geometry), sequences_(sequences), pairs_(pairs),
      threads_(geometry.threads(kind_of(pairs))) {
  if (is_one_thread(pairs)) threads_[1] = threads_[0];
  for (const Load& load : protocol.loads)
    loaded_[load.fn] = &protocol.kernel->arrays.at(load.array);
  for (const LoopExit& exit : protocol.exits)
    exits_[exit.trips] = &exit;
  for (std::size_t i = 0; i < 2; ++i) {
    const ThreadSymbols& t = threads_[i];
    own_[i].insert(t.thread.begin(), t.thread.end());
    if (pairs == PairClass::different_blocks) own_[i].insert(t.block.begin(), t.block.end());
    std::erase_if(own_[i], [](Expr e) { return e->op == Op::constant; });
  }
}

const LoopExit* Copies::exit(FunctionId trips) const {
  const auto it = exits_.find(trips);
  return it == exits_.end() ? nullptr : it->second;
}

Expr Copies::binder_copy(SymbolId binder, std::size_t t) {
  Expr& copy = binders_[binder][t];
  if (!copy) {
    Symbol symbol = pool_.symbol(binder);
    symbol.name += t == 0 ? "#1" : "#2";
    symbol.role = Role::fresh;
    symbol.low = 0;
    copy = pool_.symbol_ref(pool_.new_symbol(std::move(symbol)));
    own_[t].insert(copy);
  }
  return copy;
}

// Do both threads read the same function here? Contents of memory are shared by those who can
// address it; a sequence is determined by its first value.
bool Copies::shares(FunctionId fn) {
  if (auto it = shares_.find(fn); it != shares_.end()) return it->second;
  const Function& f = pool_.function(fn);
  bool result = true;
  switch (f.flavour) {
  case Flavour::pure:
    break;
  case Flavour::load:
    if (auto it = loaded_.find(fn); it != loaded_.end())
      result = it->second->space != core::Space::local &&
               (it->second->space != core::Space::shared || core::is_distributed(*it->second) ||
                pairs_ != PairClass::different_blocks);
    break;
  case Flavour::unknown:
    result = sees_one_value(f.sharing, pairs_);
    break;
  case Flavour::sequence:
    result = sees_one_value(f.sharing, pairs_);
    if (auto it = sequences_.find(fn); !result && it != sequences_.end()) {
      ThreadCopy first(*this, 0, true), second(*this, 1, true);
      Expr init = it->second.sequence->init;
      result = first(init) == second(init);
    }
    break;
  }
  shares_.emplace(fn, result);
  return result;
}

// Values that a warp shares, asked of two threads of a block: those of one warp see the same.
bool Copies::one_per_warp(FunctionId fn) const {
  const Function& f = pool_.function(fn);
  return f.flavour == Flavour::unknown && f.sharing == Scope::warp &&
         pairs_ == PairClass::same_block;
}

// The function that takes the number of the warp as a further, last argument.
FunctionId Copies::warp_function(FunctionId fn) {
  const auto [it, is_new] = warp_functions_.try_emplace(fn, 0);
  if (is_new) {
    it->second = pool_.new_function(Function(pool_.function(fn)));
    of_warp_function_.emplace(it->second, fn);
  }
  return it->second;
}

FunctionId Copies::function_copy(FunctionId fn, std::size_t t) {
  if (shares(fn)) return fn;
  auto it = functions_.find(fn);
  if (it == functions_.end()) {
    std::array<FunctionId, 2> copies{};
    for (std::size_t i = 0; i < 2; ++i) {
      Function f = pool_.function(fn);
      f.name += i == 0 ? "#1" : "#2";
      copies[i] = pool_.new_function(std::move(f));
      origins_[copies[i]] = {fn, i};
    }
    it = functions_.emplace(fn, copies).first;
  }
  return it->second[t];
}

Copies::Origin Copies::origin(FunctionId fn) const {
  const auto it = origins_.find(fn);
  return it == origins_.end() ? Origin{fn, std::nullopt} : it->second;
}

Copies::Original Copies::original(Expr application) const {
  const auto fn = static_cast<FunctionId>(application->value);
  if (const auto it = of_warp_function_.find(fn); it != of_warp_function_.end()) {
    Original result{it->second, application->args, std::nullopt};
    const Expr number = result.args.back();
    result.args.pop_back();
    for (std::size_t t = 0; t < 2; ++t)
      if (number == warp(t) && number != warp(1 - t)) result.thread = t;
    return result;
  }
  const Origin from = origin(fn);
  return {from.fn, application->args, from.thread};
}

bool Copies::mentions_own(Expr e, std::size_t t) const {
  return std::ranges::any_of(atoms(e), [&](Expr a) {
    if (a->op == Op::symbol) return own_[t].contains(a);
    const Origin from = origin(static_cast<FunctionId>(a->value));
    return from.thread && *from.thread == t;
  });
}

Expr Copies::warp(std::size_t t) const { return geometry_.group(threads_[t], core::lanes_of_warp); }

bool Copies::shared(Expr e) {
  if (auto it = shared_.find(e); it != shared_.end()) return it->second;
  bool result = !own_[0].contains(e) && !own_[1].contains(e) &&
                !(e->op == Op::apply && origins_.contains(static_cast<FunctionId>(e->value)));
  for (Expr a : e->args)
    result = result && shared(a);
  shared_.emplace(e, result);
  return result;
}

Expr ThreadCopy::operator()(Expr e) {
  return copies_.pool().substitute(
      e, [this](Expr x) { return x->op == Op::symbol ? leaf(x) : application(x); }, memo_);
}

Expr ThreadCopy::leaf(Expr e) {
  const auto id = static_cast<SymbolId>(e->value);
  const Symbol& s = copies_.pool().symbol(id);
  switch (s.role) {
  case Role::thread_index:
    return copies_.thread(t_).thread.at(s.axis);
  case Role::block_index:
    return copies_.thread(t_).block.at(s.axis);
  case Role::binder:
    if (auto it = binders_.find(id); it != binders_.end()) return it->second;
    return share_binders_ ? nullptr : copies_.binder_copy(id, t_);
  case Role::parameter:
  case Role::grid_dim:
  case Role::block_dim:
    return copies_.geometry().folded(e);
  case Role::variable:
  case Role::fresh:
    return nullptr;
  }
  return nullptr;
}

Expr ThreadCopy::application(Expr e) {
  Pool& pool = copies_.pool();
  const auto fn = static_cast<FunctionId>(e->value);
  if (pool.function(fn).flavour == Flavour::sequence)
    if (auto it = copies_.sequences().find(fn); it != copies_.sequences().end())
      return sequence_value(it->second, e);
  if (copies_.one_per_warp(fn)) {
    std::vector<Expr> args = e->args;
    args.push_back(copies_.warp(t_));
    return pool.apply(copies_.warp_function(fn), std::move(args));
  }
  const FunctionId copy = copies_.function_copy(fn, t_);
  return copy == fn ? nullptr : pool.apply(copy, e->args);
}

// fn(.., 0) is the first value and fn(.., k + c) is c steps from fn(.., k).
Expr ThreadCopy::sequence_value(const KnownSequence& known, Expr app) {
  Pool& pool = copies_.pool();
  const Sequence& s = *known.sequence;
  std::vector<Expr> args = app->args;
  Expr& k = args.back();
  std::int64_t steps = 0;
  if (k->op == Op::add && k->args[1]->op == Op::constant && k->args[1]->value > 0 &&
      k->args[1]->value <= max_unfold) {
    steps = k->args[1]->value;
    k = k->args[0];
  } else if (auto c = constant_value(k); c && *c > 0 && *c <= max_unfold) {
    steps = *c;
    k = pool.constant(0, k->type);
  }
  Expr value = nullptr;
  if (constant_value(k) == 0 && known.formals.size() == args.size()) {
    ThreadCopy inner(copies_, t_, share_binders_);
    for (std::size_t i = 0; i < args.size(); ++i)
      inner.set(known.formals[i], args[i]);
    value = inner(s.init);
  } else {
    value = pool.apply(copies_.function_copy(s.fn, t_), std::move(args));
  }
  Expr factor = pool.constant(s.factor, value->type);
  for (; steps > 0; --steps)
    value = s.step == Sequence::Step::multiply ? pool.mul(value, factor) : pool.div(value, factor);
  return value;
}

std::vector<Expr> all_atoms(const std::vector<Expr>& exprs) {
  std::unordered_set<Expr> seen;
  std::vector<Expr> work = exprs, found;
  while (!work.empty()) {
    Expr e = work.back();
    work.pop_back();
    if (!e || !seen.insert(e).second) continue;
    if (e->op == Op::symbol || e->op == Op::apply) found.push_back(e);
    work.insert(work.end(), e->args.begin(), e->args.end());
  }
  std::ranges::sort(found, {}, [](Expr e) { return e->id; });
  return found;
}

std::vector<Expr> uniform_atoms(Copies& copies, const std::vector<Expr>& exprs) {
  std::vector<Expr> found = all_atoms(exprs);
  std::erase_if(found, [&](Expr e) { return !copies.shared(e); });
  return found;
}

} // namespace heddle::protocol
