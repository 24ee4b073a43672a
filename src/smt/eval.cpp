#include "smt/eval.hpp"

#include "smt/normal/normalise.hpp"

#include <map>

namespace heddle::smt {

namespace {

Wide quotient(Wide a, Wide b) { return b == 0 ? 0 : a / b; }

Wide convert(Wide a, Type to) {
  const Wide period = power_of_two(to.width);
  if (to.width < 32) {
    const Wide bits = floor_mod(a, period);
    return to.is_signed && bits >= period / 2 ? bits - period : bits;
  }
  return to.is_signed || a >= 0 ? a : floor_mod(a, period);
}

bool inside(Wide shift, unsigned width) { return shift >= 0 && shift < static_cast<Wide>(width); }

} // namespace

Wide Evaluator::atom(Expr e) const {
  auto it = model_.values.find(e);
  if (it == model_.values.end()) return 0;
  return e->type == Type::u64() ? static_cast<Wide>(static_cast<std::uint64_t>(it->second))
                                : static_cast<Wide>(it->second);
}

// Post-order with a stack of its own: expressions may be deep.
Wide Evaluator::eval(Expr root) {
  std::vector<Expr> work{root};
  while (!work.empty()) {
    Expr e = work.back();
    if (memo_.contains(e)) {
      work.pop_back();
      continue;
    }
    const std::size_t before = work.size();
    for (Expr a : e->args)
      if (!memo_.contains(a)) work.push_back(a);
    if (work.size() != before) continue;
    work.pop_back();
    memo_.emplace(e, compute(e));
  }
  return memo_.at(root);
}

Wide Evaluator::compute(Expr e) {
  auto arg = [&](std::size_t i) { return memo_.at(e->args[i]); };
  const unsigned width = e->type.width;
  switch (e->op) {
  case Op::constant:
    return constant_of(e);
  case Op::symbol:
  case Op::apply:
    return atom(e);
  case Op::add:
    return checked_add(arg(0), arg(1));
  case Op::sub: {
    const Wide d = checked_sub(arg(0), arg(1));
    return e->type.is_signed || d >= 0 ? d : checked_add(d, power_of_two(width));
  }
  case Op::mul:
    return checked_mul(arg(0), arg(1));
  case Op::div:
    return quotient(arg(0), arg(1));
  case Op::rem:
    return arg(1) == 0 ? 0 : arg(0) % arg(1);
  case Op::bit_and:
    return checked_add(arg(0) & arg(1), 0);
  case Op::bit_or:
    return checked_add(arg(0) | arg(1), 0);
  case Op::bit_xor:
    return checked_add(arg(0) ^ arg(1), 0);
  case Op::bit_not:
    return checked_sub(e->type.is_signed ? Wide{-1} : power_of_two(width) - 1, arg(0));
  case Op::shl:
    return inside(arg(1), width) ? checked_mul(arg(0), power_of_two(static_cast<unsigned>(arg(1))))
                                 : 0;
  case Op::shr:
    return floor_div(arg(0),
                     power_of_two(inside(arg(1), width) ? static_cast<unsigned>(arg(1)) : width));
  case Op::cast:
    return convert(arg(0), e->type);
  case Op::eq:
    return arg(0) == arg(1);
  case Op::lt:
    return arg(0) < arg(1);
  case Op::le:
    return arg(0) <= arg(1);
  case Op::logical_not:
    return !arg(0);
  case Op::logical_and:
    for (std::size_t i = 0; i < e->args.size(); ++i)
      if (!arg(i)) return 0;
    return 1;
  case Op::logical_or:
    for (std::size_t i = 0; i < e->args.size(); ++i)
      if (arg(i)) return 1;
    return 0;
  case Op::ite:
    return arg(0) ? arg(1) : arg(2);
  }
  return 0;
}

std::int64_t Model::eval(const Pool& pool, Expr e) const {
  try {
    return static_cast<std::int64_t>(Evaluator(pool, *this).eval(e));
  } catch (const TooLarge&) {
    return 0;
  }
}

std::string check_model(const Pool& pool, const Model& model, const std::vector<Expr>& assertions) {
  Evaluator evaluator(pool, model);
  auto in_range = [&](Expr a, const auto& declared) {
    const Wide v = evaluator.eval(a);
    return type_bounds(a->type).contains(v) && (!declared.low || v >= *declared.low) &&
           (!declared.high || v <= *declared.high);
  };
  std::map<std::pair<FunctionId, std::vector<Wide>>, Wide> calls;
  try {
    for (Expr assertion : assertions) {
      for (Expr a : atoms(assertion)) {
        const bool ranged =
            a->op == Op::symbol ? in_range(a, pool.symbol(a)) : in_range(a, pool.function(a));
        if (!ranged) return "value out of range: " + to_string(pool, a);
        if (a->op != Op::apply) continue;
        std::pair<FunctionId, std::vector<Wide>> call{static_cast<FunctionId>(a->value), {}};
        for (Expr x : a->args)
          call.second.push_back(evaluator.eval(x));
        const auto [it, inserted] = calls.try_emplace(std::move(call), evaluator.eval(a));
        if (it->second != evaluator.eval(a)) return "not a function: " + to_string(pool, a);
      }
      if (!evaluator.eval(assertion)) return "does not hold: " + to_string(pool, assertion);
    }
  } catch (const TooLarge& e) {
    return e.reason;
  }
  return "";
}

} // namespace heddle::smt
