#include "smt/normal/operators.hpp"

#include "smt/normal/normalise.hpp"

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

Wide value_of_operator(Expr e, std::span<const Wide> args) {
  const auto arg = [&](std::size_t i) { return args[i]; };
  const unsigned width = e->type.width;
  switch (e->op) {
  case Op::constant:
    return constant_of(e);
  case Op::symbol:
  case Op::apply:
    break;
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

} // namespace heddle::smt
