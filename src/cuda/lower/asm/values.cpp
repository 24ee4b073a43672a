// Instructions that compute: the simple ones are followed, of others the result is unknown.
#include "cuda/lower/asm/asm.hpp"
#include "cuda/lower/narrow.hpp"

#include <algorithm>
#include <array>

namespace heddle::cuda {

namespace {

// No memory, no synchronisation, no jumps.
bool only_computes(const std::string& key) {
  static constexpr std::array pure{
      "mov",   "add",   "sub",   "mul",          "mad",        "fma",      "div",  "rem",  "and",
      "or",    "xor",   "not",   "shl",          "shr",        "min",      "max",  "abs",  "neg",
      "cvt",   "setp",  "selp",  "set",          "slct",       "bfe",      "bfi",  "prmt", "popc",
      "clz",   "brev",  "bfind", "lop3",         "shf",        "sad",      "rcp",  "sqrt", "rsqrt",
      "sin",   "cos",   "ex2",   "lg2",          "tanh",       "dp4a",     "dp2a", "fns",  "addc",
      "subc",  "madc",  "mul24", "mad24",        "cvta",       "isspacep", "vote", "mma",  "shfl",
      "match", "redux", "cnot",  "createpolicy", "activemask", "movmatrix"};
  return std::ranges::find(pure, key) != pure.end();
}

using Build = Expr (Pool::*)(Expr, Expr);

constexpr const char* packed = "packed"; // the function of a value's parts, the lowest first

} // namespace

bool AsmLowering::compute(const Instruction& i) {
  if (i.key() == "elect" && i.args().size() == 2) return elect(i), true;
  if (!only_computes(i.key()) || i.args().empty()) return false;
  if (compute_predicate(i) || of_lanes(i) || pack(i)) return true;
  if (i.key() == "mov" && i.parts.back() == "b128" && i.args().size() == 2) {
    const AsmArg& from = i.args()[1]; // whole, or {low, high}
    if (from.kind != AsmArg::Kind::group) return set(i.args()[0], value(from)), true;
    if (from.items.size() == 2 && i.args()[0].kind != AsmArg::Kind::group)
      return set(i.args()[0],
                 l_.pure("b128", Type::opaque(128),
                         {number(from.items[0], Type::u64()), number(from.items[1], Type::u64())})),
             true;
  }
  const std::optional<Type> type = asm_type(i.parts.back());
  const bool plain = i.args()[0].kind != AsmArg::Kind::group;
  if (plain && type) {
    if (move(i, *type) || select(i, *type)) return true;
    if (type->is_int() && (binary(i, *type) || bit_operation(i, *type))) return true;
  }
  forget(i.args()[0]);
  return true;
}

bool AsmLowering::move(const Instruction& i, Type type) {
  const auto& args = i.args();
  if (args.size() != 2 || args[1].kind == AsmArg::Kind::group) return false;
  const Value from = value(args[1]);
  // Generic addresses, and those of a state space: the same objects.
  const bool converts = i.key() == "cvt" && i.parts.size() == 3 && type.is_int();
  if (i.key() == "mov" || (i.key() == "cvta" && type.is_int()) || converts) {
    std::optional<Type> to = type;
    if (converts) to = asm_type(i.parts[1]);
    if (!to || (converts && !to->is_int())) return false;
    Value v;
    v.scalar = from.scalar ? reinterpreted(from.scalar, type) : nullptr;
    if (v.scalar && converts) {
      const bool loses = to->width < v.scalar->type.width && !from.address;
      v.scalar = loses ? kept_bits(pool_, v.scalar, *to) : pool_.cast(v.scalar, *to);
    }
    v.sharing = from.sharing;
    if (to->is_int() && to->width >= 32) v.address = from.address;
    set(args[0], std::move(v));
    return true;
  }
  if (i.key() != "not" || !from.scalar) return false;
  if (type.is_bool() && from.scalar->type.is_bool())
    return set(args[0], pool_.logical_not(from.scalar)), true;
  if (!type.is_int()) return false;
  return set(args[0], pool_.bit_not(number(args[1], type))), true;
}

// Words put together, {low, high}, or taken apart.
bool AsmLowering::pack(const Instruction& i) {
  const std::optional<Type> type = asm_type(i.parts.back());
  if (i.key() != "mov" || i.args().size() != 2 || !type || !type->is_int()) return false;
  const AsmArg &to = i.args()[0], &from = i.args()[1];
  const bool splits = to.kind == AsmArg::Kind::group;
  if (splits == (from.kind == AsmArg::Kind::group)) return false;
  const std::vector<AsmArg>& items = splits ? to.items : from.items;
  if (items.size() < 2 || type->width % items.size() != 0) return false;
  const Type whole = Type::integer(type->width, false),
             part = Type::integer(static_cast<unsigned>(type->width / items.size()), false);
  const auto by = [&](std::size_t k) {
    return pool_.constant(static_cast<std::int64_t>(k * part.width), whole);
  };
  if (splits) {
    const Expr x = number(from, whole);
    const bool is_packed =
        x->op == Op::apply && pool_.function(x).name == packed && x->args.size() == items.size();
    for (std::size_t k = 0; k < items.size(); ++k)
      set(items[k], is_packed ? x->args[k] : kept_bits(pool_, pool_.shr(x, by(k)), part));
    return true;
  }
  std::vector<Expr> parts;
  for (const AsmArg& item : items)
    parts.push_back(number(item, part));
  // 64 bits the highest of which may be set are no number that is computed with
  const Interval top = interval(pool_, parts.back());
  if (whole.width == 64 && (!top.high || *top.high >= std::int64_t{1} << (part.width - 1)))
    return set(to, l_.pure(packed, whole, std::move(parts))), true;
  Expr x = pool_.constant(0, whole);
  for (std::size_t k = 0; k < items.size(); ++k)
    x = pool_.bit_or(x, pool_.shl(pool_.cast(parts[k], whole), by(k)));
  set(to, x);
  return true;
}

bool AsmLowering::select(const Instruction& i, Type type) {
  const auto& args = i.args();
  if (i.key() == "slct" && args.size() == 4 && i.parts.size() == 3 && i.parts[2] == "s32") {
    const std::optional<Type> of = asm_type(i.parts[1]);
    if (!of) return false;
    const Expr sign = number(args[3], Type::i32());
    set(args[0], pool_.ite(pool_.lt(sign, pool_.constant(0, Type::i32())), number(args[2], *of),
                           number(args[1], *of)));
    return true;
  }
  if (i.key() != "selp" || args.size() != 4) return false;
  const Expr cond = number(args[3], Type::boolean());
  const Expr yes = number(args[1], type), no = number(args[2], type);
  set(args[0], args[3].negated ? pool_.ite(cond, no, yes) : pool_.ite(cond, yes, no));
  return true;
}

bool AsmLowering::binary(const Instruction& i, Type type) {
  static const std::map<std::string, Build> ops{
      {"add", &Pool::add},     {"sub", &Pool::sub}, {"mul", &Pool::mul},     {"mad", &Pool::mul},
      {"div", &Pool::div},     {"rem", &Pool::rem}, {"and", &Pool::bit_and}, {"or", &Pool::bit_or},
      {"xor", &Pool::bit_xor}, {"shl", &Pool::shl}, {"shr", &Pool::shr}};
  const auto op = ops.find(i.key());
  const auto& args = i.args();
  const bool wide = i.key() == "mul" || i.key() == "mad"; // .hi and .wide are something else
  if (op == ops.end() || args.size() != (i.key() == "mad" ? 4u : 3u) ||
      i.parts.size() != (wide ? 3u : 2u) || (wide && i.parts[1] != "lo") || type.width < 32)
    return false;
  const Expr a = number(args[1], type), b = number(args[2], type);
  if (i.key() == "shl" || i.key() == "shr") { // by more than the width give zeros or signs
    const auto by = constant_value(b);
    if (!by || *by < 0 || *by >= static_cast<std::int64_t>(type.width)) return false;
  }
  Value result;
  result.scalar = (pool_.*op->second)(a, b);
  if (i.key() == "mad") result.scalar = pool_.add(result.scalar, number(args[3], type));
  const Value first = value(args[1]), second = value(args[2]);
  const bool adds = i.key() == "add";
  if ((adds || i.key() == "sub") && first.address.has_value() != second.address.has_value() &&
      (adds || first.address)) {
    result.address = first.address ? first.address : second.address;
    const Expr by =
        pool_.cast(pool_.cast(first.address ? b : a, Type::integer(type.width, true)), Type::i64());
    result.address->offset =
        adds ? pool_.add(result.address->offset, by) : pool_.sub(result.address->offset, by);
  }
  set(args[0], std::move(result));
  return true;
}

// One lane of the warp: it is not said which, but all lanes agree.
void AsmLowering::elect(const Instruction& i) {
  const Expr lane = l_.elected_lane(number(i.args()[1], Type::u32()), call_);
  const Expr chosen = pool_.eq(l_.lane(), lane);
  const AsmArg& to = i.args()[0];
  if (to.kind != AsmArg::Kind::group) return set(to, chosen);
  set(to.items[0], lane);
  set(to.items[1], chosen);
}

} // namespace heddle::cuda
