// What expressions mean (expr.hpp, query.hpp), as bit-vectors of Z3 and written down apart from the
// encoders under test: in the machine's reading each operator has the bits of its type, in the
// unbounded one as many as are
// given, so that nothing shallow overflows.
#pragma once
#include "expr/expr.hpp"

#include <z3++.h>

#include <map>

namespace heddle::test {

enum class Reading { machine, unbounded };

class Meaning {
public:
  Meaning(z3::context& context, const Pool& pool, Reading reading, unsigned unbounded_width = 160)
      : context_(context), pool_(pool), reading_(reading), unbounded_width_(unbounded_width) {}

  z3::expr of(Expr e) {
    if (auto it = memo_.find(e); it != memo_.end()) return it->second;
    std::vector<z3::expr> args;
    for (Expr a : e->args)
      args.push_back(of(a));
    z3::expr meaning = of(e->op, e->type, e, args);
    memo_.emplace(e, meaning);
    return meaning;
  }

  // Of the operator applied to operands as they are, which no builder has seen together.
  z3::expr of(Op op, Type type, const std::vector<Expr>& operands) {
    std::vector<z3::expr> args;
    for (Expr a : operands)
      args.push_back(of(a));
    const Node node{op, type, 0, 0, operands};
    return of(op, type, &node, args);
  }

private:
  unsigned width(Type type) const {
    return reading_ == Reading::machine ? type.width : unbounded_width_;
  }

  static z3::expr resized(const z3::expr& v, unsigned to, bool is_signed) {
    const unsigned from = v.get_sort().bv_size();
    if (to <= from) return to == from ? v : v.extract(to - 1, 0);
    return is_signed ? z3::sext(v, to - from) : z3::zext(v, to - from);
  }

  // The type's bits of a value, as a value of the reading.
  z3::expr reduced(const z3::expr& v, Type type) const {
    return resized(v.extract(type.width - 1, 0), width(type), type.is_signed);
  }

  z3::expr period(Type type) const {
    return z3::shl(context_.bv_val(1, unbounded_width_), type.width);
  }

  z3::expr leaf(Expr e) const {
    if (e->type.is_bool())
      return e->op == Op::constant ? context_.bool_val(e->value != 0)
                                   : context_.bool_const(name(e).c_str());
    const z3::expr v =
        e->op == Op::constant
            ? context_.bv_val(static_cast<std::int64_t>(e->value), 64).extract(e->type.width - 1, 0)
            : context_.bv_const(name(e).c_str(), e->type.width);
    return resized(v, width(e->type), e->type.is_signed);
  }
  std::string name(Expr e) const { return pool_.symbol(e).name + std::to_string(e->value); }

  z3::expr cast(const z3::expr& v, Type from, Type to) const {
    if (reading_ == Reading::machine) return resized(v, to.width, from.is_signed);
    if (to.width < 32) return reduced(v, to);
    if (to.is_signed) return v;
    return z3::ite(v < 0, reduced(v, to), v);
  }

  z3::expr shift(Op op, Type type, const z3::expr& v, const z3::expr& by) const {
    const auto width_of_type = context_.bv_val(type.width, by.get_sort().bv_size());
    const z3::expr inside = z3::uge(by, 0) && z3::ult(by, width_of_type);
    const z3::expr amount = z3::ite(inside, by, width_of_type);
    if (op == Op::shl)
      return z3::ite(inside, z3::shl(v, amount), context_.bv_val(0, v.get_sort().bv_size()));
    const bool arithmetic = type.is_signed || reading_ == Reading::unbounded;
    return arithmetic ? z3::ashr(v, amount) : z3::lshr(v, amount);
  }

  // Of functions the rules know one alone.
  z3::expr trailing_zeros(Expr e, const std::vector<z3::expr>& a) const {
    if (pool_.function(e).name != "cttz" || a.size() != 1)
      throw std::logic_error("applications have no meaning here");
    const unsigned bits = e->args[0]->type.width, size = width(e->type);
    z3::expr count = context_.bv_val(bits, size);
    for (unsigned bit = bits; bit-- > 0;)
      count = z3::ite(a[0].extract(bit, bit) == 1, context_.bv_val(bit, size), count);
    return count;
  }

  z3::expr of(Op op, Type type, Expr e, const std::vector<z3::expr>& a) const {
    const bool wide = reading_ == Reading::unbounded;
    const Type operand = e->args.empty() ? type : e->args[0]->type;
    const bool is_signed = operand.is_signed || wide;
    z3::expr_vector all(context_);
    switch (op) {
    case Op::constant:
    case Op::symbol:
      return leaf(e);
    case Op::apply:
      return trailing_zeros(e, a);
    case Op::add:
      return a[0] + a[1];
    case Op::sub:
      return wide && !type.is_signed ? z3::ite(a[0] < a[1], a[0] - a[1] + period(type), a[0] - a[1])
                                     : a[0] - a[1];
    case Op::mul:
      return a[0] * a[1];
    case Op::div:
      return is_signed ? a[0] / a[1] : z3::udiv(a[0], a[1]);
    case Op::rem:
      return is_signed ? z3::srem(a[0], a[1]) : z3::urem(a[0], a[1]);
    case Op::bit_and:
      return a[0] & a[1];
    case Op::bit_or:
      return a[0] | a[1];
    case Op::bit_xor:
      return a[0] ^ a[1];
    case Op::bit_not:
      return wide && !type.is_signed ? period(type) - 1 - a[0] : ~a[0];
    case Op::shl:
    case Op::shr:
      return shift(op, type, a[0], a[1]);
    case Op::cast:
      return cast(a[0], operand, type);
    case Op::eq:
      return a[0] == a[1];
    case Op::lt:
      return is_signed ? a[0] < a[1] : z3::ult(a[0], a[1]);
    case Op::le:
      return is_signed ? a[0] <= a[1] : z3::ule(a[0], a[1]);
    case Op::logical_not:
      return !a[0];
    case Op::logical_and:
    case Op::logical_or:
      for (const z3::expr& x : a)
        all.push_back(x);
      return op == Op::logical_and ? z3::mk_and(all) : z3::mk_or(all);
    case Op::ite:
      return z3::ite(a[0], a[1], a[2]);
    }
    throw std::logic_error("operator");
  }

  z3::context& context_;
  const Pool& pool_;
  const Reading reading_;
  const unsigned unbounded_width_;
  std::map<Expr, z3::expr> memo_;
};

// Is it true for all values? Sums of products first: bits of products are hard.
inline bool is_theorem(z3::context& context, const z3::expr& equal) {
  z3::params params(context);
  params.set("som", true);
  const z3::expr simple = equal.simplify(params);
  if (simple.is_true() || simple.is_false()) return simple.is_true();
  z3::solver solver(context);
  solver.add(!simple);
  const z3::check_result result = solver.check();
  if (result == z3::unknown) throw std::logic_error("no answer to " + equal.to_string());
  return result == z3::unsat;
}

} // namespace heddle::test
