#include "protocol/align/align_quantify.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

Direction flip(Direction d) {
  if (d == Direction::rising) return Direction::falling;
  if (d == Direction::falling) return Direction::rising;
  return d;
}

Direction both(Direction a, Direction b) {
  if (a == Direction::constant) return b;
  if (b == Direction::constant || a == b) return a;
  return Direction::unknown;
}

} // namespace

bool Growth::is_nonnegative(Expr e) const {
  const Interval i = interval(pool_, e);
  return i.low && *i.low >= 0;
}

Direction Growth::product(Expr a, Expr b) {
  if (mentions(a)) std::swap(a, b);
  if (mentions(a)) { // both do
    const Direction d = both(of(a), of(b));
    return is_nonnegative(a) && is_nonnegative(b) ? d : Direction::unknown;
  }
  if (is_nonnegative(a)) return of(b);
  const Interval i = interval(pool_, a);
  return i.high && *i.high <= 0 ? flip(of(b)) : Direction::unknown;
}

Direction Growth::application(Expr e) {
  const auto it = sequences_.find(static_cast<FunctionId>(e->value));
  if (it == sequences_.end() || e->args.empty()) return Direction::unknown;
  for (std::size_t i = 0; i + 1 < e->args.size(); ++i)
    if (mentions(e->args[i])) return Direction::unknown;
  const Direction argument = of(e->args.back());
  if (argument == Direction::rising) return it->second;
  return argument == Direction::falling ? flip(it->second) : Direction::unknown;
}

Direction Growth::of(Expr e) {
  if (!mentions(e)) return Direction::constant;
  if (e == k_) return Direction::rising;
  switch (e->op) {
  case Op::add:
    return both(of(e->args[0]), of(e->args[1]));
  case Op::sub: // of unsigned operands it may wrap
    return e->type.is_signed ? both(of(e->args[0]), flip(of(e->args[1]))) : Direction::unknown;
  case Op::mul:
    return product(e->args[0], e->args[1]);
  case Op::div:
  case Op::shr:
    if (mentions(e->args[1]) || !is_nonnegative(e->args[1])) return Direction::unknown;
    return e->type.is_signed || is_nonnegative(e->args[0]) ? of(e->args[0]) : Direction::unknown;
  case Op::cast:
    if (e->type.width < 32 || !(e->type.is_signed || is_nonnegative(e->args[0])))
      return Direction::unknown;
    return of(e->args[0]);
  case Op::apply:
    return application(e);
  case Op::constant:
  case Op::symbol:
  case Op::rem:
  case Op::bit_and:
  case Op::bit_or:
  case Op::bit_xor:
  case Op::bit_not:
  case Op::shl:
  case Op::eq:
  case Op::lt:
  case Op::le:
  case Op::logical_not:
  case Op::logical_and:
  case Op::logical_or:
  case Op::ite:
    return Direction::unknown;
  }
  return Direction::unknown;
}

bool Growth::decreasing(Expr e) {
  if (!mentions(e)) return true;
  switch (e->op) {
  case Op::logical_and:
  case Op::logical_or:
    return std::ranges::all_of(e->args, [&](Expr a) { return decreasing(a); });
  case Op::logical_not:
    return increasing(e->args[0]);
  case Op::lt:
  case Op::le: {
    const Direction d = both(of(e->args[0]), flip(of(e->args[1])));
    return d == Direction::rising || d == Direction::constant;
  }
  default:
    return false;
  }
}

bool Growth::increasing(Expr e) {
  if (!mentions(e)) return true;
  switch (e->op) {
  case Op::logical_and:
  case Op::logical_or:
    return std::ranges::all_of(e->args, [&](Expr a) { return increasing(a); });
  case Op::logical_not:
    return decreasing(e->args[0]);
  case Op::lt:
  case Op::le: {
    const Direction d = both(of(e->args[0]), flip(of(e->args[1])));
    return d == Direction::falling || d == Direction::constant;
  }
  default:
    return false;
  }
}

} // namespace heddle::protocol
