// Instructions that compute: the simple ones are followed, of others the result is unknown.
#include "cuda/lower/asm.hpp"

#include <algorithm>
#include <array>

namespace heddle::cuda {

namespace {

// No memory, no synchronisation, no jumps.
bool only_computes(const std::string& key) {
  static constexpr std::array pure{
      "mov",   "add",   "sub",          "mul",       "mad",  "fma",      "div",  "rem",  "and",
      "or",    "xor",   "not",          "shl",       "shr",  "min",      "max",  "abs",  "neg",
      "cvt",   "setp",  "selp",         "set",       "slct", "bfe",      "bfi",  "prmt", "popc",
      "clz",   "brev",  "bfind",        "lop3",      "shf",  "sad",      "rcp",  "sqrt", "rsqrt",
      "sin",   "cos",   "ex2",          "lg2",       "tanh", "dp4a",     "dp2a", "fns",  "addc",
      "subc",  "madc",  "mul24",        "mad24",     "cvta", "isspacep", "vote", "mma",  "shfl",
      "match", "redux", "createpolicy", "activemask"};
  return std::ranges::find(pure, key) != pure.end();
}

bool is_integer(const CT& type) { return type && type->is(CType::Kind::integer); }

} // namespace

bool AsmLowering::compute(const Instruction& i) {
  if (i.key() == "elect" && i.args().size() == 2) return elect(i), true;
  if (!only_computes(i.key()) || i.args().empty()) return false;
  const CT type = asm_type(i.parts.back());
  const AsmArg& to = i.args()[0];
  const auto& args = i.args();
  const std::size_t n = args.size();
  const bool plain = args[0].kind != AsmArg::Kind::group;
  if (i.key() == "setp" && n == 3 && plain && is_integer(type)) return compare(i), true;
  if (n == 2 && plain && type) {
    const bool vector = args[1].kind == AsmArg::Kind::group;
    if (i.key() == "mov" && !vector) return set(to, reinterpreted(value(args[1]), type)), true;
    // Generic addresses, and those of a state space: the same objects.
    if (i.key() == "cvta" && is_integer(type)) return set(to, number(args[1], type)), true;
    if (i.key() == "cvt" && i.parts.size() == 3 && is_integer(type) &&
        is_integer(asm_type(i.parts[1])))
      return set(to, l_.convert(number(args[1], type), asm_type(i.parts[1]), loc_)), true;
    if (i.key() == "not" && is_integer(type))
      return set(to, l_.make_scalar(type, pool_.bit_not(number(args[1], type).scalar))), true;
    if (i.key() == "not" && type->is(CType::Kind::boolean))
      return set(to, l_.bool_value(pool_.logical_not(l_.truth(value(args[1]), loc_)))), true;
  }
  if (i.key() == "selp" && n == 4 && plain && type) {
    const Expr cond = l_.truth(value(args[3]), loc_);
    return set(to,
               l_.select(args[3].negated ? pool_.logical_not(cond) : cond,
                         reinterpreted(value(args[1]), type), reinterpreted(value(args[2]), type))),
           true;
  }
  if (plain && is_integer(type) && binary(i)) return true;
  forget(to);
  return true;
}

bool AsmLowering::binary(const Instruction& i) {
  static const std::map<std::string, BinaryOp> ops{
      {"add", BinaryOp::add},     {"sub", BinaryOp::sub},   {"mul", BinaryOp::mul},
      {"mad", BinaryOp::mul},     {"div", BinaryOp::div},   {"rem", BinaryOp::rem},
      {"and", BinaryOp::bit_and}, {"or", BinaryOp::bit_or}, {"xor", BinaryOp::bit_xor},
      {"shl", BinaryOp::shl},     {"shr", BinaryOp::shr}};
  const auto op = ops.find(i.key());
  const std::size_t operands = i.key() == "mad" ? 4 : 3;
  const bool wide = i.key() == "mul" || i.key() == "mad"; // .hi and .wide are something else
  if (op == ops.end() || i.args().size() != operands || i.parts.size() != (wide ? 3u : 2u) ||
      (wide && i.parts[1] != "lo"))
    return false;
  const CT type = asm_type(i.parts.back());
  if (type->width < 32) return false;
  const bool shifts = op->second == BinaryOp::shl || op->second == BinaryOp::shr;
  const Value a = number(i.args()[1], type);
  const Value b = number(i.args()[2], shifts ? make_integer(32, false) : type);
  if (shifts) { // shifts by more than the width give zeros or signs
    const auto by = constant_value(b.scalar);
    if (!by || *by >= static_cast<std::int64_t>(type->width)) return false;
  }
  Value result = l_.binary(op->second, a, b, loc_);
  if (i.key() == "mad") result = l_.binary(BinaryOp::add, result, number(i.args()[3], type), loc_);
  set(i.args()[0], std::move(result));
  return true;
}

void AsmLowering::compare(const Instruction& i) {
  static const std::map<std::string, BinaryOp> ops{
      {"eq", BinaryOp::eq}, {"ne", BinaryOp::ne}, {"lt", BinaryOp::lt}, {"le", BinaryOp::le},
      {"gt", BinaryOp::gt}, {"ge", BinaryOp::ge}, {"lo", BinaryOp::lt}, {"ls", BinaryOp::le},
      {"hi", BinaryOp::gt}, {"hs", BinaryOp::ge}};
  const CT type = asm_type(i.parts.back());
  const auto op = ops.find(i.parts[1]);
  if (i.parts.size() != 3 || op == ops.end()) return forget(i.args()[0]);
  const Value a = number(i.args()[1], type), b = number(i.args()[2], type);
  if (!a.scalar || !b.scalar) return forget(i.args()[0]);
  set(i.args()[0], l_.compare(op->second, a, b, loc_));
}

// One lane of the warp: it is not said which, but all lanes agree.
void AsmLowering::elect(const Instruction& i) {
  const Expr lane = l_.elected_lane(number(i.args()[1], make_integer(32, false)).scalar, loc_);
  const Expr lanes = pool_.constant(32, Type::u32());
  const Expr chosen = pool_.eq(pool_.rem(l_.linear_thread(loc_), lanes), lane);
  const AsmArg& to = i.args()[0];
  if (to.kind != AsmArg::Kind::group) return set(to, l_.bool_value(chosen));
  set(to.items[0], l_.make_scalar(make_integer(32, false), lane));
  set(to.items[1], l_.bool_value(chosen));
}

} // namespace heddle::cuda
