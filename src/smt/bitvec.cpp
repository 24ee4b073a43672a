#include "smt/bitvec.hpp"

#include <algorithm>
#include <unordered_set>

namespace heddle::smt {

namespace {

bool is_arithmetic(Expr e) { return e->type.is_int() && e->op != Op::ite; }

} // namespace

std::optional<unsigned> bit_width(Normaliser& normaliser, const std::vector<Expr>& roots,
                                  unsigned limit) {
  // Opaque values need only be as many as there are terms.
  unsigned width = 12;
  std::size_t opaque = 0;
  std::unordered_set<Expr> seen;
  std::vector<Expr> work = roots;
  while (!work.empty()) {
    Expr e = work.back();
    work.pop_back();
    if (!seen.insert(e).second) continue;
    work.insert(work.end(), e->args.begin(), e->args.end());
    if (e->type.is_opaque() && (++opaque >> (width - 1)) != 0) ++width;
    if (!is_arithmetic(e)) continue;
    Bounds b = normaliser.integer(e).bounds;
    if (e->op == Op::sub) // before it wraps
      b = join(b, normaliser.integer(e->args[0]).bounds + -normaliser.integer(e->args[1]).bounds);
    // Masks of the conversion and the shift amount itself must be constants of this width.
    b = join(b, {0, static_cast<Wide>(e->type.width)});
    const auto bits = bits_for(b);
    if (!bits || *bits > limit) return std::nullopt;
    width = std::max(width, *bits);
  }
  return width;
}

BitSession::BitSession(Pool& pool, Normaliser& normaliser, const std::vector<Expr>& assertions,
                       const std::vector<Expr>& atoms, Simplified& simplified, unsigned width,
                       const Limits& limits)
    : Backend(limits, Tactic::bits), pool_(pool), normaliser_(normaliser), width_(width) {
  for (Expr e : assertions)
    solver_.add(boolean(e));
  for (Expr a : atoms)
    watched_.emplace_back(a, encode(simplified.image(pool, a)));
  flush();
}

void BitSession::flush() {
  solver_.add(facts_);
  facts_ = z3::expr_vector(context_);
}

Wide BitSession::number(const z3::expr& v) const {
  const Wide raw = Backend::number(v);
  return v.is_bv() && raw >= power_of_two(width_ - 1) ? raw - power_of_two(width_) : raw;
}

z3::expr BitSession::number_of(Wide value) {
  return context_.bv_val(to_string(value).c_str(), width_);
}

z3::expr BitSession::as_bits(Expr e) {
  z3::expr v = encode(e);
  return v.is_bool() ? z3::ite(v, number_of(1), number_of(0)) : v;
}

// Operands first, with a stack of its own.
z3::expr BitSession::encode(Expr root) {
  std::vector<Expr> work;
  if (!memo_.contains(root)) work.push_back(root);
  while (!work.empty()) {
    Expr e = work.back();
    const std::size_t before = work.size();
    for (Expr a : e->args)
      if (!memo_.contains(a)) work.push_back(a);
    if (work.size() != before) continue;
    work.pop_back();
    if (!memo_.contains(e)) memo_.emplace(e, compute(e));
  }
  return memo_.at(root);
}

void BitSession::bound(Expr e, const z3::expr& value) {
  Bounds b = e->type.is_opaque() ? type_bounds(e->type) : normaliser_.integer(e).bounds;
  b = meet(b, {std::nullopt, power_of_two(width_ - 1) - 1});
  if (b.low) facts_.push_back(value >= number_of(*b.low));
  if (b.high) facts_.push_back(value <= number_of(*b.high));
}

z3::expr BitSession::symbol(Expr e) {
  const std::string name = pool_.symbol(e).name + "#" + std::to_string(e->id);
  if (e->type.is_bool()) return context_.bool_const(name.c_str());
  const z3::expr v = context_.bv_const(name.c_str(), width_);
  bound(e, v);
  return v;
}

z3::expr BitSession::apply(Expr e) {
  const Function& f = pool_.function(e);
  const std::string name = f.name + "/" + std::to_string(e->value);
  const z3::sort bits = context_.bv_sort(width_);
  z3::sort_vector domain(context_);
  z3::expr_vector args(context_);
  for (Expr a : e->args) {
    domain.push_back(bits);
    args.push_back(as_bits(a));
  }
  const z3::expr v = e->args.empty() ? context_.bv_const(name.c_str(), width_)
                                     : context_.function(name.c_str(), domain, bits)(args);
  bound(e, v);
  return e->type.is_bool() ? v != number_of(0) : v;
}

// bvsdiv and bvsrem truncate as C does; by zero, any value.
z3::expr BitSession::divide(Expr e) {
  const z3::expr a = encode(e->args[0]), b = encode(e->args[1]), zero = number_of(0);
  const z3::expr r = e->op == Op::div ? a / b : z3::srem(a, b);
  if (!normaliser_.integer(e->args[1]).bounds.contains(0)) return r;
  const std::string name = "by_zero" + std::to_string(fresh_++);
  const z3::expr any = context_.bv_const(name.c_str(), width_);
  zero_quotients_.push_back(any == zero);
  return z3::ite(b == zero, any, r);
}

z3::expr BitSession::shift(Expr e) {
  const z3::expr a = encode(e->args[0]), s = encode(e->args[1]);
  const z3::expr width = number_of(e->type.width);
  const z3::expr inside = s >= number_of(0) && s < width;
  if (e->op == Op::shl) return z3::ite(inside, z3::shl(a, s), number_of(0));
  return z3::ashr(a, z3::ite(inside, s, width));
}

z3::expr BitSession::cast(Expr e) {
  const z3::expr a = encode(e->args[0]);
  const unsigned to = e->type.width;
  if (to >= 32 && (e->type.is_signed || normaliser_.integer(e->args[0]).bounds.at_least(0)))
    return a;
  if (to >= width_) return a; // every value of the argument fits, so it is not changed
  const z3::expr low = a.extract(to - 1, 0);
  if (to < 32 && e->type.is_signed) return z3::sext(low, width_ - to);
  const z3::expr reduced = z3::zext(low, width_ - to);
  return to < 32 ? reduced : z3::ite(a < number_of(0), reduced, a);
}

z3::expr BitSession::compute(Expr e) {
  auto arg = [&](std::size_t i) { return encode(e->args[i]); };
  z3::expr_vector args(context_);
  switch (e->op) {
  case Op::constant:
    return e->type.is_bool() ? context_.bool_val(e->value != 0) : number_of(constant_of(e));
  case Op::symbol:
    return symbol(e);
  case Op::apply:
    return apply(e);
  case Op::add:
    return arg(0) + arg(1);
  case Op::sub: {
    const z3::expr d = arg(0) - arg(1);
    const Bounds b =
        normaliser_.integer(e->args[0]).bounds + -normaliser_.integer(e->args[1]).bounds;
    if (e->type.is_signed || b.at_least(0)) return d;
    return z3::ite(d < number_of(0), d + number_of(power_of_two(e->type.width)), d);
  }
  case Op::mul:
    return arg(0) * arg(1);
  case Op::div:
  case Op::rem:
    return divide(e);
  case Op::bit_and:
    return arg(0) & arg(1);
  case Op::bit_or:
    return arg(0) | arg(1);
  case Op::bit_xor:
    return arg(0) ^ arg(1);
  case Op::bit_not:
    return e->type.is_signed ? ~arg(0) : number_of(power_of_two(e->type.width) - 1) - arg(0);
  case Op::shl:
  case Op::shr:
    return shift(e);
  case Op::cast:
    return cast(e);
  case Op::eq:
    return arg(0) == arg(1);
  case Op::lt:
    return arg(0) < arg(1);
  case Op::le:
    return arg(0) <= arg(1);
  case Op::logical_not:
    return !arg(0);
  case Op::logical_and:
  case Op::logical_or:
    for (Expr a : e->args)
      args.push_back(encode(a));
    return e->op == Op::logical_and ? z3::mk_and(args) : z3::mk_or(args);
  case Op::ite:
    return z3::ite(arg(0), arg(1), arg(2));
  }
  return z3::expr(context_);
}

} // namespace heddle::smt
