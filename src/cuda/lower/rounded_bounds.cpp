#include "cuda/lower/rounded_bounds.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

namespace heddle::cuda {

namespace {

using Relation = RoundedValues::Relation;

constexpr unsigned deepest = 4; // extremes of extremes
constexpr std::size_t most_bounds = 4;

// Integers up to this are values of the type.
std::int64_t largest(Expr value) {
  constexpr unsigned float_digits = 24, double_digits = 53;
  return std::int64_t{1} << (value->type == Type::opaque(32) ? float_digits : double_digits);
}

// The two of which it is the least or the largest; a choice by their order is as good. Where one of
// them is NaN it is the other, or `if_nan`.
struct Extreme {
  Expr a, b;
  bool is_least;
  Expr if_nan = nullptr;
};

std::optional<Extreme> extreme(const Pool& pool, Expr e) {
  if (e->op == Op::ite) {
    const auto relation = relation_of(pool, e->args[0]);
    if (!relation) return std::nullopt;
    const Expr a = e->args[0]->args[0], b = e->args[0]->args[1];
    const bool is_first = e->args[1] == a && e->args[2] == b;
    if (!is_first && (e->args[1] != b || e->args[2] != a)) return std::nullopt;
    const bool is_less = *relation == Relation::less || *relation == Relation::at_most;
    const bool is_ordered = applied_name(pool, e->args[0]).starts_with('f');
    return Extreme{a, b, is_less == is_first, is_ordered ? e->args[2] : e->args[1]};
  }
  const std::string name = applied_name(pool, e);
  const bool is_least = name == "fmin" || name == "fminf" || name == "minnum",
             is_most = name == "fmax" || name == "fmaxf" || name == "maxnum";
  if ((!is_least && !is_most) || e->args.size() != 2) return std::nullopt;
  return Extreme{e->args[0], e->args[1], is_least};
}

} // namespace

bool is_floating(Expr e) { return e->type == Type::opaque(32) || e->type == Type::opaque(64); }

std::string applied_name(const Pool& pool, Expr e) {
  if (e->op != Op::apply || pool.function(e).flavour != Flavour::pure) return {};
  return pool.function(e).name;
}

std::optional<Relation> relation_of(const Pool& pool, Expr condition) {
  const std::string name = applied_name(pool, condition);
  if (name == "flt" || name == "ult") return Relation::less;
  if (name == "fle" || name == "ule") return Relation::at_most;
  if (name == "fgt" || name == "ugt") return Relation::more;
  if (name == "fge" || name == "uge") return Relation::at_least;
  return std::nullopt;
}

Expr without_widening(const Pool& pool, Expr value) {
  const bool is_wider = applied_name(pool, value) == "f2f" && value->type == Type::opaque(64) &&
                        value->args[0]->type == Type::opaque(32);
  return is_wider ? value->args[0] : value;
}

WholeNumbers::Whole WholeNumbers::within(Expr number, Expr value) const {
  const Expr end = pool_.constant(largest(value), Type::i64());
  return {number, pool_.logical_and(pool_.le(pool_.neg(end), number), pool_.le(number, end))};
}

std::optional<WholeNumbers::Whole> WholeNumbers::constant(Expr value) const {
  const std::string text = applied_name(pool_, value);
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  if (text.size() <= sign || std::isdigit(static_cast<unsigned char>(text[sign])) == 0 ||
      !value->args.empty())
    return std::nullopt;
  const double number = std::strtod(text.c_str(), nullptr);
  if (std::trunc(number) != number || std::abs(number) > static_cast<double>(largest(value)))
    return std::nullopt;
  return Whole{pool_.constant(static_cast<std::int64_t>(number), Type::i64()), pool_.boolean(true)};
}

// n - 1.0f
std::optional<WholeNumbers::Whole> WholeNumbers::sum(Expr value) const {
  const std::string name = applied_name(pool_, value);
  if (name != "fadd" && name != "fsub") return std::nullopt;
  const auto a = whole(value->args[0]), b = whole(value->args[1]);
  if (!a || !b) return std::nullopt;
  Whole result = within(
      name == "fadd" ? pool_.add(a->number, b->number) : pool_.sub(a->number, b->number), value);
  result.exact = pool_.logical_and(pool_.logical_and(a->exact, b->exact), result.exact);
  return result;
}

std::optional<WholeNumbers::Whole> WholeNumbers::whole(Expr value) const {
  if (!is_floating(value)) return std::nullopt;
  if (auto number = constant(value)) return number;
  const std::string name = applied_name(pool_, value);
  if (name == "i2f" || name == "u2f") {
    const Expr from = value->args[0];
    if (!from->type.is_int()) return std::nullopt;
    const Expr number = pool_.cast(from, Type::i64());
    const bool fits =
        from->type.width < 63 && std::int64_t{1} << from->type.width <= largest(value);
    return fits ? Whole{number, pool_.boolean(true)} : within(number, value);
  }
  if (const Expr narrow = without_widening(pool_, value); narrow != value) return whole(narrow);
  return sum(value);
}

bool WholeNumbers::is_never_nan(Expr value, unsigned depth) const {
  if (whole(value)) return true;
  const auto two = extreme(pool_, value);
  if (!two || depth == deepest) return false;
  if (two->if_nan) return is_never_nan(two->if_nan, depth + 1);
  return is_never_nan(two->a, depth + 1) || is_never_nan(two->b, depth + 1);
}

// `is_number`: it is not NaN, as the whole of which it is a part is not.
std::vector<WholeNumbers::Whole> WholeNumbers::bounds(Expr value, bool is_upper, unsigned depth,
                                                      bool is_number) const {
  if (auto number = whole(value)) return {*number};
  const auto two = extreme(pool_, value);
  // what is NaN is not bounded by its parts, and the whole may be a number then
  if (!two || depth == deepest || (!is_number && !is_never_nan(value, depth))) return {};
  const auto part = [&](Expr e) { return bounds(e, is_upper, depth + 1, e == two->if_nan); };
  const std::vector<Whole> a = part(two->a), b = part(two->b);
  std::vector<Whole> found;
  if (two->is_least == is_upper) { // those of either
    found = a;
    found.insert(found.end(), b.begin(), b.end());
  } else {
    for (const Whole& x : a)
      for (const Whole& y : b) {
        const Expr less = pool_.lt(x.number, y.number);
        found.push_back(
            {is_upper ? pool_.ite(less, y.number, x.number) : pool_.ite(less, x.number, y.number),
             pool_.logical_and(x.exact, y.exact)});
      }
  }
  if (found.size() > most_bounds) found.resize(most_bounds);
  return found;
}

} // namespace heddle::cuda
