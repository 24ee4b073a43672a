// Queries whose sizes are one of a few constants, as of a launch in a loop over block sizes: what
// is multiplied is linear in each of them. And those where a mode, an argument that is compared
// with constants, picks one of several indices: each of them is far simpler than their choice.
#include "smt/portfolio.hpp"
#include "smt/simplify.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

namespace heddle::smt {

namespace {

constexpr std::size_t max_cases = 8;
constexpr double share = 0.5; // of the time left, for all cases
constexpr std::size_t min_modes = 2;

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
  for (Expr e : simplified_.assertions)
    if (const std::vector<Expr> values = values_of(pool_, e); !values.empty())
      return in_each(values);
  return false;
}

// The symbol that both threads share and that conditions compare with most constants.
bool Portfolio::modes() {
  std::map<Expr, std::set<Expr>> found; // symbol -> `symbol == constant`
  std::vector<Expr> work = simplified_.assertions;
  for (std::unordered_set<Expr> seen; !work.empty();) {
    Expr e = work.back();
    work.pop_back();
    if (!seen.insert(e).second) continue;
    work.insert(work.end(), e->args.begin(), e->args.end());
    Expr value = single_value(pool_, e);
    if (!value) continue;
    for (Expr symbol : atoms(value))
      if (is_launch_constant(pool_, symbol) || std::ranges::count(query_.uniform, symbol) > 0)
        found[symbol].insert(value);
  }
  std::erase_if(found, [](const auto& of) {
    return of.second.size() < min_modes || of.second.size() > max_cases;
  });
  const auto most = std::ranges::max_element(
      found, {}, [](const auto& of) { return std::pair(of.second.size(), -of.first->id); });
  if (most == found.end()) return false;
  std::vector<Expr> values(most->second.begin(), most->second.end());
  std::ranges::sort(values, {}, [](Expr e) { return e->id; });
  std::vector<Expr> others;
  for (Expr value : values)
    others.push_back(pool_.logical_not(value));
  values.push_back(pool_.all(others));
  return in_each(values);
}

// One query for each of these, one of which holds.
bool Portfolio::in_each(const std::vector<Expr>& values) {
  const Deadline until(deadline_.left() * share);
  for (std::size_t i = 0; i < values.size(); ++i) {
    Query one = query_;
    one.assertions.insert(one.assertions.begin(), values[i]);
    const double seconds = until.left() / static_cast<double>(values.size() - i);
    Answer answer = ask(one, seconds, within_signs_);
    if (answer.status == Status::unknown) return false;
    if (answer.status != Status::sat) continue;
    answer_.model = std::move(answer.model); // of what holds in every case as well
    return conclude(Status::sat, "cases");
  }
  return conclude(Status::unsat, "cases");
}

} // namespace heddle::smt
