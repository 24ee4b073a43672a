// A comparison of x with a whole number says as much of the integer that x becomes, as soon as both
// are there:
//
//   t := (i32)f2i(x)
//   assume !fge(x, i2f(n - 1)) -> t < n - 1
//
// and two of them that x is between say which of the numbers is less.
#include "cuda/lower/rounded.hpp"
#include "cuda/lower/assume.hpp"
#include "cuda/lower/lowering.hpp"
#include "cuda/lower/rounded_bounds.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

using Relation = RoundedValues::Relation;
using Rounding = RoundedValues::Rounding;

constexpr std::size_t most_comparisons = 8; // of one value

Relation inverse(Relation r) {
  switch (r) {
  case Relation::less:
    return Relation::at_least;
  case Relation::at_most:
    return Relation::more;
  case Relation::more:
    return Relation::at_most;
  default:
    return Relation::less;
  }
}

Relation swapped(Relation r) {
  switch (r) {
  case Relation::less:
    return Relation::more;
  case Relation::at_most:
    return Relation::at_least;
  case Relation::more:
    return Relation::less;
  default:
    return Relation::at_most;
  }
}

bool is_upper(Relation r) { return r == Relation::less || r == Relation::at_most; }

Expr related(Pool& pool, Relation relation, Expr a, Expr b) {
  switch (relation) {
  case Relation::less:
    return pool.lt(a, b);
  case Relation::at_most:
    return pool.le(a, b);
  case Relation::more:
    return pool.gt(a, b);
  default:
    return pool.ge(a, b);
  }
}

// What a number that has this relation to the whole number c is, rounded.
Expr rounded_fact(Pool& pool, Rounding rounding, Relation relation, Expr rounded, Expr c) {
  const Expr zero = pool.constant(0, c->type), same = pool.eq(rounded, c);
  if (rounding == Rounding::none) return related(pool, relation, rounded, c);
  switch (relation) {
  case Relation::less:
    if (rounding == Rounding::down) return pool.lt(rounded, c);
    if (rounding != Rounding::to_zero) return pool.le(rounded, c);
    return pool.logical_or(pool.lt(rounded, c), pool.logical_and(pool.le(c, zero), same));
  case Relation::more:
    if (rounding == Rounding::up) return pool.gt(rounded, c);
    if (rounding != Rounding::to_zero) return pool.ge(rounded, c);
    return pool.logical_or(pool.gt(rounded, c), pool.logical_and(pool.ge(c, zero), same));
  default:
    return related(pool, relation, rounded, c);
  }
}

std::optional<Rounding> rounding_of(const std::string& name) {
  static const std::map<std::string, Rounding> known{
      {"floor", Rounding::down},        {"floorf", Rounding::down},
      {"ceil", Rounding::up},           {"ceilf", Rounding::up},
      {"trunc", Rounding::to_zero},     {"truncf", Rounding::to_zero},
      {"rint", Rounding::nearest},      {"rintf", Rounding::nearest},
      {"nearbyint", Rounding::nearest}, {"nearbyintf", Rounding::nearest},
      {"round", Rounding::nearest},     {"roundf", Rounding::nearest},
      {"roundeven", Rounding::nearest}};
  const auto it = known.find(name);
  return it != known.end() ? std::optional(it->second) : std::nullopt;
}

// `(int)x`, `__float2int_rd(x)`.
std::optional<Rounding> converting(const std::string& name) {
  if (name == "f2i" || name == "f2u") return Rounding::to_zero;
  if (!name.starts_with("__float2") && !name.starts_with("__double2")) return std::nullopt;
  if (name.ends_with("_rd")) return Rounding::down;
  if (name.ends_with("_ru")) return Rounding::up;
  if (name.ends_with("_rz")) return Rounding::to_zero;
  return name.ends_with("_rn") ? std::optional(Rounding::nearest) : std::nullopt;
}

} // namespace

void RoundedValues::relate(const Converted& converted, const Comparison& comparison,
                           std::vector<Expr>& facts) {
  const auto fact = [&](Relation r) {
    return rounded_fact(pool_, converted.rounding, r, converted.integer, comparison.number.number);
  };
  const Expr both =
      pool_.logical_and(pool_.implies(comparison.condition, fact(comparison.relation)),
                        pool_.logical_or(comparison.condition, fact(inverse(comparison.relation))));
  facts.push_back(pool_.implies(comparison.number.exact, both));
}

// What is between two numbers tells their order.
void RoundedValues::relate(const Comparison& a, const Comparison& b, std::vector<Expr>& facts) {
  const Expr exact = pool_.logical_and(a.number.exact, b.number.exact);
  for (const bool a_holds : {false, true})
    for (const bool b_holds : {false, true}) {
      const Relation r = a_holds ? a.relation : inverse(a.relation),
                     s = b_holds ? b.relation : inverse(b.relation);
      if (is_upper(r) == is_upper(s)) continue;
      const Comparison &low = is_upper(r) ? b : a, &high = is_upper(r) ? a : b;
      const bool is_strict =
          r == Relation::less || r == Relation::more || s == Relation::less || s == Relation::more;
      const Expr order = is_strict ? pool_.lt(low.number.number, high.number.number)
                                   : pool_.le(low.number.number, high.number.number);
      const Expr holds = pool_.logical_and(a_holds ? a.condition : pool_.logical_not(a.condition),
                                           b_holds ? b.condition : pool_.logical_not(b.condition));
      facts.push_back(pool_.implies(pool_.logical_and(exact, holds), order));
    }
}

// Of the value itself, and of that which is rounded before.
std::vector<RoundedValues::Converted> RoundedValues::conversions(Expr integer) const {
  std::vector<Converted> found;
  const auto rounding = converting(applied_name(pool_, integer));
  if (!rounding || !integer->type.is_int() || integer->args.size() != 1) return found;
  const Expr number = pool_.cast(integer, Type::i64());
  const Expr value = without_widening(pool_, integer->args[0]);
  const auto before = rounding_of(applied_name(pool_, value));
  if (is_floating(value)) found.push_back({number, value, before ? Rounding::none : *rounding});
  if (before && is_floating(value->args[0]))
    found.push_back({number, without_widening(pool_, value->args[0]), *before});
  return found;
}

std::vector<Expr> RoundedValues::compare(Expr condition, const std::vector<Expr>& converted) {
  std::vector<Expr> facts;
  const auto relation = relation_of(pool_, condition);
  if (!relation) return facts;
  const WholeNumbers numbers(pool_);
  for (const std::size_t side : {0, 1}) {
    const Expr value = without_widening(pool_, condition->args[side]);
    const auto number = numbers.whole(condition->args[1 - side]);
    if (!is_floating(value) || !number || numbers.whole(value)) continue;
    const Comparison comparison{condition, side == 0 ? *relation : swapped(*relation), *number};
    std::vector<Comparison>& known = comparisons_[value];
    bool is_converted = false;
    for (Expr integer : converted)
      for (const Converted& c : conversions(integer)) {
        if (c.value != value) continue;
        relate(c, comparison, facts);
        is_converted = true;
      }
    for (const Comparison& other : known)
      if (is_converted && other.condition != condition) relate(other, comparison, facts);
    const bool is_known =
        std::ranges::any_of(known, [&](const Comparison& c) { return c.condition == condition; });
    if (!is_known && known.size() < most_comparisons) known.push_back(comparison);
  }
  return facts;
}

std::vector<Expr> RoundedValues::convert(Expr integer) {
  std::vector<Expr> facts;
  const WholeNumbers numbers(pool_);
  for (const Converted& converted : conversions(integer)) {
    const std::vector<Comparison>& known = comparisons_[converted.value];
    for (std::size_t i = 0; i < known.size(); ++i) {
      relate(converted, known[i], facts);
      for (std::size_t k = 0; k < i; ++k)
        relate(known[k], known[i], facts);
    }
    for (const bool upper : {false, true})
      for (const Whole& bound : numbers.bounds(converted.value, upper))
        facts.push_back(
            pool_.implies(bound.exact, upper ? pool_.le(converted.integer, bound.number)
                                             : pool_.ge(converted.integer, bound.number)));
  }
  return facts;
}

namespace {

// Is an address made of it? (What only compares it is no matter of where accesses are.)
bool leads_to_address(const llvm::Value& v, unsigned depth = 0) {
  constexpr unsigned farthest = 8;
  return llvm::any_of(v.users(), [&](const llvm::User* user) {
    if (llvm::isa<llvm::GetElementPtrInst, llvm::IntToPtrInst>(user)) return true;
    const bool is_number =
        llvm::isa<llvm::BinaryOperator, llvm::SExtInst, llvm::ZExtInst, llvm::TruncInst,
                  llvm::SelectInst, llvm::PHINode, llvm::IntrinsicInst>(user);
    return is_number && depth < farthest && leads_to_address(*user, depth + 1);
  });
}

} // namespace

// Integers to which what is compared there was converted before.
std::vector<Expr> Lowering::converted_before(const llvm::FCmpInst& comparison) const {
  std::vector<Expr> found;
  const auto take = [&](auto&& self, const llvm::Value& value) -> void {
    for (const llvm::User* user : value.users()) {
      const auto* i = llvm::dyn_cast<llvm::Instruction>(user);
      if (!i || !dominators_.dominates(i, &comparison)) continue;
      if (llvm::isa<llvm::FPExtInst>(i) ||
          (llvm::isa<llvm::CallBase>(i) && !i->getType()->isIntegerTy()))
        self(self, *i);
      else if (const auto it = scalars_.find(i);
               it != scalars_.end() && i->getType()->isIntegerTy() && leads_to_address(*i))
        found.push_back(it->second);
    }
  };
  for (const llvm::Use& operand : comparison.operands()) {
    const auto* extension = llvm::dyn_cast<llvm::FPExtInst>(operand);
    take(take, extension ? *extension->getOperand(0) : *operand);
  }
  return found;
}

void Lowering::relate_rounded(const llvm::Instruction& i) {
  const auto* comparison = llvm::dyn_cast<llvm::FCmpInst>(&i);
  if (!comparison && !i.getType()->isIntegerTy()) return;
  const auto it = scalars_.find(&i);
  if (it == scalars_.end() || it->second->op != Op::apply) return;
  if (!comparison && !leads_to_address(i)) return;
  for (Expr fact : comparison ? rounded_.compare(it->second, converted_before(*comparison))
                              : rounded_.convert(it->second)) {
    if (is_true(fact)) continue;
    assume_once(kernel_, pool_,
                "no floating-point value that becomes an integer is NaN, or out of its range",
                place(i));
    emit(core::Assume{fact, true}, i);
  }
}

} // namespace heddle::cuda
