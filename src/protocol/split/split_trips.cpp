#include "protocol/split/split_trips.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

constexpr std::int64_t max_value = 1 << 30; // of a sequence: below what wraps in 32 bits
constexpr std::int64_t max_trips = 34;      // until max_value is halved to zero, and some more

bool is_less_one(Expr e, Expr trips) {
  if (e->args.size() != 2) return false;
  if (e->op == Op::sub) return e->args[0] == trips && constant_value(e->args[1]) == 1;
  return e->op == Op::add && ((e->args[0] == trips && constant_value(e->args[1]) == -1) ||
                              (e->args[1] == trips && constant_value(e->args[0]) == -1));
}

} // namespace

Expr ConstantTrips::fact(const LoopExit& exit, Expr trips, std::size_t thread) const {
  if (exit.binders.size() != trips->args.size()) return nullptr;
  ThreadCopy rename(copies_, thread);
  for (std::size_t i = 0; i < trips->args.size(); ++i)
    rename.set(static_cast<SymbolId>(exit.binders[i]->value), trips->args[i]);
  return rename(exit.fact);
}

const KnownSequence* ConstantTrips::known(Expr app) const {
  const auto it = copies_.sequences().find(copies_.origin(static_cast<FunctionId>(app->value)).fn);
  return it == copies_.sequences().end() || !app->type.is_int() || app->type.width < 32
             ? nullptr
             : &it->second;
}

Expr ConstantTrips::first_value(const KnownSequence& known, Expr app, std::size_t thread) {
  if (known.formals.size() != app->args.size()) return nullptr;
  ThreadCopy rename(copies_, thread);
  for (std::size_t i = 0; i < app->args.size(); ++i)
    rename.set(known.formals[i], app->args[i]);
  Expr first = rename(known.sequence->init);
  if (!first || first->op != Op::apply || !first->type.is_int()) return first;
  const auto value = value_behind(first);
  return value ? pool_.constant(*value, first->type) : first;
}

std::optional<std::int64_t> ConstantTrips::value_behind(Expr app) {
  if (!known(app) || app->args.empty()) return std::nullopt;
  Expr trips = app->args.back();
  if (trips->op != Op::apply) return std::nullopt;
  const auto iterations = of(trips);
  return iterations ? value_at(app, *iterations) : std::nullopt;
}

std::optional<std::int64_t> ConstantTrips::value_at(Expr app, std::int64_t iteration) {
  const KnownSequence* known = this->known(app);
  if (!known || iteration < 0) return std::nullopt;
  const std::size_t thread = copies_.origin(static_cast<FunctionId>(app->value)).thread.value_or(0);
  Expr first = first_value(*known, app, thread);
  const auto init = first ? constant_value(first) : std::nullopt;
  if (!init || *init < 0 || *init > max_value) return std::nullopt;
  std::int64_t value = *init;
  for (; iteration > 0 && value != 0; --iteration) {
    if (known->sequence->step == Sequence::Step::divide)
      value /= known->sequence->factor;
    else if (value > max_value / known->sequence->factor)
      return std::nullopt;
    else
      value *= known->sequence->factor;
  }
  return value;
}

// Nothing of the fact changes any more, once the sequences have come to zero: it is told by their
// values in the last iterations, and by whether there was one.
bool ConstantTrips::depends_on_falling(Expr fact, Expr trips) {
  std::unordered_set<Expr> seen;
  std::vector<Expr> work{fact};
  while (!work.empty()) {
    Expr e = work.back();
    work.pop_back();
    if (!seen.insert(e).second || e == trips) continue;
    work.insert(work.end(), e->args.begin(), e->args.end());
    const bool at_end =
        std::ranges::any_of(e->args, [&](Expr a) { return a == trips || is_less_one(a, trips); });
    if (!at_end || is_less_one(e, trips)) continue;
    const bool is_first =
        e->op == Op::eq && (constant_value(e->args[0]) == 0 || constant_value(e->args[1]) == 0);
    const KnownSequence* sequence = e->op == Op::apply ? known(e) : nullptr;
    if (!is_first && (!sequence || sequence->sequence->step != Sequence::Step::divide))
      return false;
    if (is_first && std::ranges::any_of(e->args, [&](Expr a) { return is_less_one(a, trips); }))
      return false;
  }
  return true;
}

std::optional<std::int64_t> ConstantTrips::of(Expr trips) {
  if (const auto it = counts_.find(trips); it != counts_.end()) return it->second;
  counts_[trips] = std::nullopt; // while its own fact is looked at
  const auto origin = copies_.origin(static_cast<FunctionId>(trips->value));
  const LoopExit* exit = copies_.exit(origin.fn);
  Expr fact = exit ? this->fact(*exit, trips, origin.thread.value_or(0)) : nullptr;
  if (!fact || !depends_on_falling(fact, trips)) return std::nullopt;
  return counts_[trips] = count(fact, trips);
}

std::optional<std::int64_t> ConstantTrips::count(Expr fact, Expr trips) {
  std::optional<std::int64_t> found;
  for (std::int64_t n = 0; n <= max_trips; ++n) {
    Expr instance = pool_.substitute(fact, [&](Expr e) -> Expr {
      if (e == trips) return pool_.constant(n, e->type);
      if (e->op != Op::apply || !known(e)) return nullptr;
      const auto iteration = constant_value(e->args.back());
      const auto value = iteration ? value_at(e, *iteration) : std::nullopt;
      return value ? pool_.constant(*value, e->type) : nullptr;
    });
    if (is_false(instance)) continue;
    if (!is_true(instance) || found) return std::nullopt;
    found = n;
  }
  return found;
}

} // namespace heddle::protocol
