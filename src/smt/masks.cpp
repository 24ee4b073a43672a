// Masks by the size less one, as indices of sorting networks and transforms have them: between the
// threads x % s is a digit of a number, as x & s - 1 alone is not.
#include "smt/masks.hpp"

#include "smt/normal/rules.hpp"
#include "smt/portfolio.hpp"
#include "smt/relax.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace heddle::smt {

namespace {

constexpr std::size_t max_powers = 3;
constexpr double share = 0.7;          // of the time left, for all cases
constexpr double compared_share = 0.3; // of it, before that
constexpr double positive_share = 0.8; // of that

// The p of p - 1, or null.
Expr one_more(Expr e) {
  if ((e->op != Op::sub && e->op != Op::add) || e->args[1]->op != Op::constant) return nullptr;
  return e->args[1]->value == (e->op == Op::sub ? 1 : -1) ? e->args[0] : nullptr;
}

// Without casts that keep every value: conditions of options speak of all integers as of 64 bits.
Expr uncast(Expr e) {
  while (e->op == Op::cast && e->type.is_int() && e->args[0]->type.is_int() &&
         e->type.width > e->args[0]->type.width &&
         (e->type.is_signed || !e->args[0]->type.is_signed))
    e = e->args[0];
  return e;
}

// The s of (s & s - 1) == 0, or null.
Expr power_of(Expr e) {
  if (e->op != Op::eq) return nullptr;
  for (std::size_t i : {0u, 1u}) {
    Expr both = e->args[1 - i];
    if (e->args[i]->op != Op::constant || e->args[i]->value != 0 || both->op != Op::bit_and)
      continue;
    for (std::size_t j : {0u, 1u})
      if (one_more(both->args[j]) == both->args[1 - j]) return uncast(both->args[1 - j]);
  }
  return nullptr;
}

// What is a power of two where p, which is that multiplied or divided by constant ones, is one.
Expr root_of(Expr p) {
  while (p->op == Op::mul || p->op == Op::div) {
    const std::int64_t by = p->args[1]->op == Op::constant ? p->args[1]->value : 0;
    if (by <= 0 || (by & (by - 1)) != 0) break;
    p = p->args[0];
  }
  return p;
}

bool is_not_negative(const Pool& pool, Expr e) {
  if (!e->type.is_signed) return true;
  const Interval range = interval(pool, e);
  return range.low && *range.low >= 0;
}

// x & p - 1
struct Mask {
  Expr of = nullptr; // null: it is no such mask, or of what may be negative
  Expr power = nullptr;
};

Mask mask_of(const Pool& pool, Expr e) {
  if (e->op == Op::bit_and)
    for (std::size_t i : {0u, 1u})
      if (Expr p = one_more(e->args[i]); p && is_not_negative(pool, e->args[1 - i]))
        return {e->args[1 - i], p};
  return {};
}

// The p of `cttz(p)`, which is k where p is 2^k, through the casts and the `ffs(p) - 1` that
// sources have for it; null where the amount is something else.
Expr shifted_by(const Pool& pool, Expr amount) {
  while (amount->op == Op::cast)
    amount = amount->args[0];
  if (amount->op == Op::apply)
    return pool.function(amount).name == "cttz" && amount->args.size() == 1 ? amount->args[0]
                                                                            : nullptr;
  Expr first = one_more(amount); // ffs(p): p == 0 ? 0 : cttz(p) + 1
  if (!first || first->op != Op::ite) return nullptr;
  Expr whether = first->args[0], found = first->args[2];
  while (found->op == Op::cast)
    found = found->args[0];
  if (found->op != Op::add || found->args[1]->op != Op::constant || found->args[1]->value != 1)
    return nullptr;
  Expr p = shifted_by(pool, found->args[0]);
  const bool is_of_zero = p && whether->op == Op::eq && std::ranges::count(whether->args, p) == 1 &&
                          std::ranges::any_of(whether->args, [](Expr side) {
                            return side->op == Op::constant && side->value == 0;
                          });
  return is_of_zero ? p : nullptr;
}

// x >> cttz(p) and x << cttz(p)
Expr shifting_power(const Pool& pool, Expr e) {
  if (e->op != Op::shr && e->op != Op::shl) return nullptr;
  return is_not_negative(pool, e->args[0]) ? shifted_by(pool, e->args[1]) : nullptr;
}

bool is_of_bits(const Node& e) {
  return e.op == Op::bit_and || e.op == Op::bit_or || e.op == Op::bit_xor || e.op == Op::shl ||
         e.op == Op::shr;
}

class Remainders {
public:
  Remainders(Pool& pool, const std::vector<Expr>& powers) : pool_(pool), powers_(powers) {}

  // Depth is limited by check_size.
  Expr of(Expr e) {
    if (e->args.empty()) return e;
    if (const auto it = memo_.find(e); it != memo_.end()) return it->second;
    const Mask mask = mask_of(pool_, e);
    Expr result = nullptr;
    if (mask.of && std::ranges::count(powers_, mask.power) > 0) {
      fired(Rule::mask_by_power);
      result = pool_.rem(of(mask.of), of(mask.power));
    } else if (Expr p = shifting_power(pool_, e); p && std::ranges::count(powers_, p) > 0) {
      fired(Rule::shift_by_power);
      Expr x = of(e->args[0]), by = pool_.cast(of(p), e->type);
      result = e->op == Op::shr ? pool_.div(x, by) : pool_.mul(x, by);
    } else {
      std::vector<Expr> args;
      for (Expr a : e->args)
        args.push_back(of(a));
      result = pool_.rebuild(e->op, e->type, e->value, std::move(args));
    }
    memo_.emplace(e, result);
    return result;
  }

  // Operations on bits that are not of a constant.
  bool has_bits(Expr e) {
    const auto it = has_bits_.find(e);
    if (it != has_bits_.end()) return it->second;
    const bool shifts = e->op == Op::shl || e->op == Op::shr; // a constant, too
    const bool here = is_of_bits(*e) && e->args[1]->op != Op::constant &&
                      (shifts || e->args[0]->op != Op::constant);
    const bool found = here || std::ranges::any_of(e->args, [&](Expr a) { return has_bits(a); });
    has_bits_.emplace(e, found);
    return found;
  }

private:
  Pool& pool_;
  const std::vector<Expr>& powers_;
  Pool::Memo memo_;
  std::unordered_map<Expr, bool> has_bits_;
};

// Without what says that these, or what they are made of, are powers of two.
std::vector<Expr> without_powers(std::vector<Expr> assertions, const std::vector<Expr>& powers) {
  std::erase_if(assertions, [&](Expr e) {
    Expr s = power_of(e);
    return s && std::ranges::any_of(powers, [&](Expr p) { return root_of(p) == s; });
  });
  return assertions;
}

} // namespace

std::vector<Expr> masking_powers(Pool& pool, const std::vector<Expr>& assertions) {
  std::unordered_set<Expr> roots, seen;
  std::vector<Expr> work, found;
  for (Expr e : assertions)
    if (Expr s = power_of(e))
      roots.insert(s);
    else
      work.push_back(e);
  if (roots.empty()) return {};
  while (!work.empty()) {
    Expr e = work.back();
    work.pop_back();
    if (!seen.insert(e).second) continue;
    const Mask mask = mask_of(pool, e);
    for (Expr p : {mask.of ? mask.power : nullptr, shifting_power(pool, e)})
      if (p && roots.contains(root_of(p)) && std::ranges::count(found, p) == 0) found.push_back(p);
    work.insert(work.end(), e->args.begin(), e->args.end());
  }
  std::ranges::sort(found, {}, [](Expr e) { return e->id; });
  return found;
}

std::vector<Expr> masks_as_remainders(Pool& pool, const std::vector<Expr>& assertions,
                                      const std::vector<Expr>& powers) {
  std::vector<Expr> result;
  for (Expr p : powers)
    result.push_back(pool.le(pool.constant(1, p->type), p));
  Remainders remainders(pool, powers);
  for (Expr e : without_powers(assertions, powers))
    if (Expr image = remainders.of(e); !remainders.has_bits(image)) result.push_back(image);
  return result;
}

// Whether two threads meet mostly hangs on nothing but what is compared: what else is said of
// sizes, of other loops and of the launch, is in the way of a proof.
bool Portfolio::masks() {
  const std::vector<Expr>& all = simplified_.assertions;
  const std::vector<Expr> powers = masking_powers(pool_, all);
  if (powers.empty()) return false;
  const std::vector<Expr> compared = of_compared(pool_, all, question_);
  const auto quick = deadline_.left() * compared_share;
  return masks_of(compared, masking_powers(pool_, compared), quick) ||
         masks_of(all, powers, deadline_.left() * share);
}

// Whether the powers are all positive, and then each in turn not.
bool Portfolio::masks_of(const std::vector<Expr>& assertions, const std::vector<Expr>& powers,
                         double seconds) {
  if (powers.empty() || powers.size() > max_powers) return false;
  const Deadline until(seconds);
  const Query positive{query_.name, masks_as_remainders(pool_, assertions, powers), query_.uniform};
  if (!refutes(positive, until.left() * positive_share)) return false;
  for (Expr p : powers) {
    Query other{query_.name, without_powers(assertions, powers), query_.uniform};
    other.assertions.insert(other.assertions.begin(), pool_.le(p, pool_.constant(0, p->type)));
    if (!refutes(other, until.left())) return false;
  }
  return conclude(Status::unsat, "masks");
}

} // namespace heddle::smt
