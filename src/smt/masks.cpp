// Masks by the size less one, as indices of sorting networks and transforms have them: between the
// threads x % s is a digit of a number, as x & s - 1 alone is not.
#include "smt/masks.hpp"

#include "smt/portfolio.hpp"

#include <algorithm>
#include <unordered_set>

namespace heddle::smt {

namespace {

constexpr std::size_t max_powers = 3;
constexpr double share = 0.5; // of the time left, for all cases

Expr less_one(Pool& pool, Expr s) { return pool.sub(s, pool.constant(1, s->type)); }

// The s of s & s - 1, or null.
Expr masked_by_itself(Pool& pool, Expr e) {
  if (e->op != Op::bit_and) return nullptr;
  for (std::size_t i : {0u, 1u})
    if (e->args[i]->op != Op::constant && e->args[1 - i] == less_one(pool, e->args[i]))
      return e->args[i];
  return nullptr;
}

// The s of (s & s - 1) == 0, or null.
Expr power_of(Pool& pool, Expr e) {
  if (e->op != Op::eq) return nullptr;
  for (std::size_t i : {0u, 1u})
    if (e->args[i]->op == Op::constant && e->args[i]->value == 0)
      return masked_by_itself(pool, e->args[1 - i]);
  return nullptr;
}

bool is_not_negative(const Pool& pool, Expr e) {
  if (!e->type.is_signed) return true;
  const Interval range = interval(pool, e);
  return range.low && *range.low >= 0;
}

// What s - 1 masks, the other operand. null: it is no such mask, or of what may be
// negative.
Expr masked(Pool& pool, Expr e, Expr power) {
  if (e->op != Op::bit_and || e->type != power->type) return nullptr;
  for (std::size_t i : {0u, 1u})
    if (e->args[i] == less_one(pool, power) && is_not_negative(pool, e->args[1 - i]))
      return e->args[1 - i];
  return nullptr;
}

bool masks(Pool& pool, const std::vector<Expr>& assertions, Expr power) {
  std::unordered_set<Expr> seen;
  std::vector<Expr> work;
  for (Expr e : assertions)
    if (power_of(pool, e) != power) work.push_back(e);
  while (!work.empty()) {
    Expr e = work.back();
    work.pop_back();
    if (!seen.insert(e).second) continue;
    if (masked(pool, e, power)) return true;
    work.insert(work.end(), e->args.begin(), e->args.end());
  }
  return false;
}

class Remainders {
public:
  Remainders(Pool& pool, const std::vector<Expr>& powers) : pool_(pool), powers_(powers) {}

  // Depth is limited by check_size.
  Expr of(Expr e) {
    if (e->args.empty()) return e;
    if (const auto it = memo_.find(e); it != memo_.end()) return it->second;
    Expr result = nullptr;
    for (Expr power : powers_)
      if (Expr x = masked(pool_, e, power); x && !result) result = pool_.rem(of(x), of(power));
    if (!result) {
      std::vector<Expr> args;
      for (Expr a : e->args)
        args.push_back(of(a));
      result = pool_.rebuild(e->op, e->type, e->value, std::move(args));
    }
    memo_.emplace(e, result);
    return result;
  }

private:
  Pool& pool_;
  const std::vector<Expr>& powers_;
  Pool::Memo memo_;
};

} // namespace

std::vector<Expr> masking_powers(Pool& pool, const std::vector<Expr>& assertions) {
  std::vector<Expr> found;
  for (Expr e : assertions)
    if (Expr s = power_of(pool, e);
        s && std::ranges::count(found, s) == 0 && masks(pool, assertions, s))
      found.push_back(s);
  return found;
}

std::vector<Expr> masks_as_remainders(Pool& pool, const std::vector<Expr>& assertions,
                                      const std::vector<Expr>& powers) {
  std::vector<Expr> result;
  for (Expr s : powers)
    result.push_back(pool.le(pool.constant(1, s->type), s));
  Remainders remainders(pool, powers);
  for (Expr e : assertions)
    if (Expr s = power_of(pool, e); !s || std::ranges::count(powers, s) == 0)
      result.push_back(remainders.of(e));
  return result;
}

// Whether the powers are all positive, and then each in turn not.
bool Portfolio::masks() {
  const std::vector<Expr> powers = masking_powers(pool_, simplified_.assertions);
  if (powers.empty() || powers.size() > max_powers) return false;
  const Deadline until(deadline_.left() * share);
  const Query positive{query_.name, masks_as_remainders(pool_, simplified_.assertions, powers),
                       query_.uniform};
  if (ask(positive, until.left() / 2).status != Status::unsat) return false;
  for (Expr s : powers) {
    Query other{query_.name, {pool_.le(s, pool_.constant(0, s->type))}, query_.uniform};
    std::ranges::copy_if(simplified_.assertions, std::back_inserter(other.assertions),
                         [&](Expr e) { return power_of(pool_, e) != s; });
    if (ask(other, until.left()).status != Status::unsat) return false;
  }
  return conclude(Status::unsat, "masks");
}

} // namespace heddle::smt
