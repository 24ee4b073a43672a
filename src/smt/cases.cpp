// Queries whose sizes are one of a few constants, as of a launch in a loop over block sizes: what
// is multiplied is linear in each of them.
#include "smt/portfolio.hpp"

#include <algorithm>

namespace heddle::smt {

namespace {

constexpr std::size_t max_cases = 8;
constexpr double share = 0.5; // of the time left, for all cases

// Has its operand's value, whatever that is (query.hpp).
bool is_value(Expr cast) {
  return cast->type.width >= 32 && (cast->type.is_signed || !cast->args[0]->type.is_signed);
}

// The symbol whose value e has.
Expr symbol_of(Expr e) {
  while (e->op == Op::cast && e->type.is_int() && is_value(e))
    e = e->args[0];
  return e->op == Op::symbol && e->type.is_int() ? e : nullptr;
}

// s == c as `symbol == constant`, or null.
Expr single_value(Pool& pool, Expr e) {
  if (e->op != Op::eq) return nullptr;
  for (std::size_t i : {0u, 1u}) {
    Expr symbol = symbol_of(e->args[i]), value = e->args[1 - i];
    if (symbol && value->op == Op::constant && value->value >= 0)
      return pool.eq(symbol, pool.constant(value->value, symbol->type));
  }
  return nullptr;
}

// What e, a disjunction, says of one symbol: its values; none where it says anything else.
std::vector<Expr> values_of(Pool& pool, Expr e) {
  std::vector<Expr> values;
  if (e->op != Op::logical_or || e->args.size() > max_cases) return {};
  for (Expr a : e->args) {
    Expr value = single_value(pool, a);
    if (!value || (!values.empty() && atoms(value) != atoms(values[0]))) return {};
    values.push_back(value);
  }
  return values;
}

} // namespace

bool Portfolio::cases() {
  std::vector<Expr> values;
  for (Expr e : simplified_.assertions)
    if (values.empty()) values = values_of(pool_, e);
  if (values.empty()) return false;
  const Deadline until(deadline_.left() * share);
  for (std::size_t i = 0; i < values.size(); ++i) {
    Query one = query_;
    one.assertions.push_back(values[i]);
    const double seconds = until.left() / static_cast<double>(values.size() - i);
    Answer answer = ask(one, seconds);
    if (answer.status == Status::unknown) return false;
    if (answer.status != Status::sat) continue;
    answer_.model = std::move(answer.model); // of what holds in every case as well
    return conclude(Status::sat, "cases");
  }
  return conclude(Status::unsat, "cases");
}

} // namespace heddle::smt
