// Instructions on the bits and words of integers, with the meaning that the PTX ISA gives them for
// all values. Nothing here overflows that does not overflow there: what may be wider than 32 bits
// is computed with 64, of which the highest stays zero.
#include "cuda/lower/asm/asm.hpp"

#include <array>
#include <bit>

namespace heddle::cuda {

namespace {

std::uint64_t ones(std::uint64_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

Type unsigned_of(Type t) { return Type::integer(t.width, false); }

} // namespace

Expr AsmLowering::bits_constant(std::uint64_t bits, Type type) {
  return pool_.constant(static_cast<std::int64_t>(bits), type);
}

bool AsmLowering::bit_operation(const Instruction& i, Type type) {
  using Build = Expr (AsmLowering::*)(const Instruction&, Type);
  struct Operation {
    Build build;
    std::size_t args;
  };
  static const std::map<std::string, Operation> operations{
      {"popc", {&AsmLowering::counted, 2}},       {"clz", {&AsmLowering::counted, 2}},
      {"brev", {&AsmLowering::reversed, 2}},      {"bfind", {&AsmLowering::first_bit, 2}},
      {"bfe", {&AsmLowering::extracted, 4}},      {"bfi", {&AsmLowering::inserted, 5}},
      {"prmt", {&AsmLowering::permuted, 4}},      {"lop3", {&AsmLowering::looked_up, 5}},
      {"shf", {&AsmLowering::funnel, 4}},         {"sad", {&AsmLowering::difference, 4}},
      {"mul", {&AsmLowering::wide_product, 3}},   {"mad", {&AsmLowering::wide_product, 4}},
      {"shl", {&AsmLowering::shifted, 3}},        {"shr", {&AsmLowering::shifted, 3}},
      {"min", {&AsmLowering::lesser, 3}},         {"max", {&AsmLowering::lesser, 3}},
      {"abs", {&AsmLowering::magnitude, 2}},      {"neg", {&AsmLowering::magnitude, 2}},
      {"cnot", {&AsmLowering::is_zero, 2}},       {"mul24", {&AsmLowering::product_of_24, 3}},
      {"mad24", {&AsmLowering::product_of_24, 4}}};
  const auto op = operations.find(i.key());
  if (op == operations.end() || i.args().size() != op->second.args || type.width < 32) return false;
  const Expr result = (this->*op->second.build)(i, type);
  if (result) set(i.args()[0], result);
  return result != nullptr;
}

// popc of 32 or 64 bits, or clz, where not all of them are zero.
Expr AsmLowering::bit_function(const std::string& name, Expr x) {
  if (const auto n = constant_value(x); n && x->type.width == 32) {
    const auto bits = static_cast<std::uint32_t>(*n);
    return pool_.constant(name == "clz" ? std::countl_zero(bits) : std::popcount(bits),
                          Type::i32());
  }
  return l_.pure(x->type.width == 64 ? name + "ll" : name, Type::i32(), {x});
}

// popc, clz: the result has 32 bits.
Expr AsmLowering::counted(const Instruction& i, Type type) {
  if (i.parts.size() != 2) return nullptr;
  const Expr x = number(i.args()[1], unsigned_of(type));
  const Expr count = pool_.cast(bit_function(i.key(), x), Type::u32());
  if (i.key() == "popc") return count;
  return pool_.ite(pool_.eq(x, pool_.constant(0, x->type)), pool_.constant(type.width, Type::u32()),
                   count);
}

Expr AsmLowering::reversed(const Instruction& i, Type type) {
  if (i.parts.size() != 2 || type.width != 32) return nullptr;
  return l_.reversed(number(i.args()[1], unsigned_of(type)));
}

// bfind: the place of the highest bit that is not the sign, or how far it is from the top; all ones
// where there is none.
Expr AsmLowering::first_bit(const Instruction& i, Type type) {
  const bool distance = i.has("shiftamt");
  if (i.parts.size() != (distance ? 3u : 2u)) return nullptr;
  Expr x = number(i.args()[1], type);
  if (type.is_signed) x = pool_.ite(pool_.lt(x, pool_.constant(0, type)), pool_.bit_not(x), x);
  x = pool_.cast(x, unsigned_of(type));
  const Expr zeros = bit_function("clz", x);
  const Expr top = pool_.constant(type.width - 1, Type::i32());
  return pool_.ite(pool_.eq(x, pool_.constant(0, x->type)), bits_constant(0xffffffff, Type::u32()),
                   pool_.cast(distance ? zeros : pool_.sub(top, zeros), Type::u32()));
}

// The low 8 bits of a number of bits, where it makes no difference no more than all 32.
Expr AsmLowering::bit_count(const AsmArg& arg) {
  const Expr count = pool_.bit_and(number(arg, Type::u32()), pool_.constant(0xff, Type::u32()));
  const Expr most = pool_.constant(32, Type::u32());
  return pool_.cast(pool_.ite(pool_.lt(count, most), count, most), Type::u64());
}

// So many ones.
Expr AsmLowering::low_ones(Expr count) {
  const Expr one = pool_.constant(1, Type::u64());
  return pool_.sub(pool_.shl(one, count), one);
}

// bfe: `length` bits from `start` on, both of 8 bits; what lies above the top is the sign, or zero.
Expr AsmLowering::extracted(const Instruction& i, Type type) {
  const auto start = constant_value(number(i.args()[2], Type::u32())),
             length = constant_value(number(i.args()[3], Type::u32()));
  if (i.parts.size() != 2) return nullptr;
  const Expr x = number(i.args()[1], type);
  if (!start || !length) return extracted_anywhere(i, x);
  const std::uint64_t from = static_cast<std::uint64_t>(*start) & 0xff,
                      count = static_cast<std::uint64_t>(*length) & 0xff;
  if (count == 0) return pool_.constant(0, type);
  const bool reaches_top = from + count >= type.width;
  if (from >= type.width && !type.is_signed) return pool_.constant(0, type);
  const std::uint64_t down = std::min<std::uint64_t>(from, type.width - 1);
  const Expr low = pool_.shr(x, pool_.constant(static_cast<std::int64_t>(down), type));
  if (reaches_top) return low;
  const Expr field = pool_.bit_and(low, bits_constant(ones(count), type));
  if (!type.is_signed) return field;
  const Expr sign = bits_constant(std::uint64_t{1} << (count - 1), type);
  return pool_.sub(pool_.bit_xor(field, sign), sign);
}

Expr AsmLowering::extracted_anywhere(const Instruction& i, Expr x) {
  if (x->type.width != 32) return nullptr;
  const Expr from = bit_count(i.args()[2]), count = bit_count(i.args()[3]);
  const Type wide = Type::integer(64, x->type.is_signed);
  const Expr low = pool_.cast(pool_.shr(pool_.cast(x, wide), pool_.cast(from, wide)), Type::u64());
  const Expr field = pool_.bit_and(low, low_ones(count));
  if (!x->type.is_signed) return pool_.cast(field, x->type);
  const Expr none = pool_.eq(count, pool_.constant(0, Type::u64()));
  const Expr below = pool_.sub(count, pool_.constant(1, Type::u64()));
  const Expr sign = pool_.cast(
      pool_.shl(pool_.constant(1, Type::u64()), pool_.ite(none, count, below)), Type::i64());
  const Expr extended = pool_.sub(pool_.bit_xor(pool_.cast(field, Type::i64()), sign), sign);
  return pool_.ite(none, pool_.constant(0, x->type), pool_.cast(extended, x->type));
}

// bfi: the low bits of a in the place of those of b.
Expr AsmLowering::inserted(const Instruction& i, Type type) {
  const auto start = constant_value(number(i.args()[3], Type::u32())),
             length = constant_value(number(i.args()[4], Type::u32()));
  if (i.parts.size() != 2 || type.width != 32) return nullptr;
  if (!start || !length) return inserted_anywhere(i, type);
  const std::uint64_t at = static_cast<std::uint64_t>(*start) & 0xff;
  const Expr into = number(i.args()[2], type);
  if (at >= type.width || (*length & 0xff) == 0) return into;
  const std::uint64_t count =
      std::min<std::uint64_t>(static_cast<std::uint64_t>(*length) & 0xff, type.width - at);
  const Expr field = pool_.bit_and(number(i.args()[1], type), bits_constant(ones(count), type));
  return pool_.bit_or(pool_.bit_and(into, bits_constant(~(ones(count) << at), type)),
                      pool_.shl(field, pool_.constant(static_cast<std::int64_t>(at), type)));
}

Expr AsmLowering::inserted_anywhere(const Instruction& i, Type type) {
  const Expr given = bit_count(i.args()[3]), count = bit_count(i.args()[4]);
  const Expr fits = pool_.lt(given, pool_.constant(32, Type::u64()));
  const Expr at = pool_.ite(fits, given, pool_.constant(0, Type::u64()));
  const auto wide = [&](std::size_t k) {
    return pool_.cast(number(i.args()[k], Type::u32()), Type::u64());
  };
  const Expr mask = pool_.cast(pool_.shl(low_ones(count), at), Type::u32());
  const Expr field = pool_.cast(pool_.shl(wide(1), at), Type::u32());
  const Expr into = number(i.args()[2], Type::u32());
  const Expr both =
      pool_.bit_or(pool_.bit_and(into, pool_.bit_not(mask)), pool_.bit_and(field, mask));
  return pool_.cast(pool_.ite(fits, both, into), type);
}

// prmt: each nibble of the selector names a byte of b:a, or with its high bit that byte's sign.
Expr AsmLowering::permuted(const Instruction& i, Type type) {
  if (i.parts.size() != 2 || type.width != 32) return nullptr;
  const Expr a = number(i.args()[1], type), b = number(i.args()[2], type),
             selector = number(i.args()[3], Type::u32());
  const auto constant = [&](std::int64_t n) { return pool_.constant(n, type); };
  Expr result = constant(0);
  for (unsigned k = 0; k < 4; ++k) {
    const Expr nibble = pool_.shr(selector, constant(4 * k));
    const Expr in_b = pool_.ne(pool_.bit_and(nibble, constant(4)), constant(0)),
               is_sign = pool_.ne(pool_.bit_and(nibble, constant(8)), constant(0));
    const Expr down = pool_.mul(pool_.bit_and(nibble, constant(3)), constant(8));
    const Expr byte = pool_.bit_and(pool_.shr(pool_.ite(in_b, b, a), down), constant(0xff));
    const Expr sign = pool_.ite(pool_.lt(byte, constant(0x80)), constant(0), constant(0xff));
    result = pool_.bit_or(result, pool_.shl(pool_.ite(is_sign, sign, byte), constant(8 * k)));
  }
  return result;
}

// What a table says of the bits of these, the last of which decides between its neighbours: bit
// 4 a + 2 b + c of the table of a, b and c.
Expr AsmLowering::table(std::uint64_t bits, std::span<const Expr> of, Type type) {
  if (of.empty()) return bits_constant(bits & 1 ? ~std::uint64_t{0} : 0, type);
  const std::uint64_t half = std::uint64_t{1} << (of.size() - 1);
  const std::uint64_t zero = bits & ones(half), one = bits >> half & ones(half);
  const std::span<const Expr> rest = of.subspan(1);
  const Expr x = of[0], if_zero = table(zero, rest, type);
  if (zero == one) return if_zero;
  if (zero == (~one & ones(half))) return pool_.bit_xor(x, if_zero);
  const Expr if_one = table(one, rest, type);
  const Expr set = one == 0 ? nullptr : one == ones(half) ? x : pool_.bit_and(x, if_one);
  const Expr unset = zero == 0 ? nullptr : pool_.bit_and(pool_.bit_not(x), if_zero);
  if (!set || !unset) return set ? set : unset;
  return zero == ones(half) ? pool_.bit_or(pool_.bit_not(x), if_one) : pool_.bit_or(set, unset);
}

Expr AsmLowering::looked_up(const Instruction& i, Type type) {
  const auto bits = constant_value(number(i.args()[4], Type::u32()));
  if (i.parts.size() != 2 || !bits) return nullptr;
  const std::array of{number(i.args()[1], type), number(i.args()[2], type),
                      number(i.args()[3], type)};
  return table(static_cast<std::uint64_t>(*bits) & 0xff, of, type);
}

// shf: 32 bits of b:a, those that a shift of it to the left (to the right) moves to its upper
// (lower) half.
Expr AsmLowering::funnel(const Instruction& i, Type type) {
  if (i.parts.size() != 4 || type.width != 32) return nullptr;
  const bool left = i.parts[1] == "l", clamps = i.parts[2] == "clamp";
  if ((!left && i.parts[1] != "r") || (!clamps && i.parts[2] != "wrap")) return nullptr;
  const auto constant = [&](std::int64_t n) { return pool_.constant(n, Type::u32()); };
  const Expr low = number(i.args()[1], Type::u32()), high = number(i.args()[2], Type::u32()),
             by = number(i.args()[3], Type::u32()), rest = pool_.rem(by, constant(32));
  const Expr other = pool_.sub(constant(32), rest); // 1 to 31 where the words are mixed
  const Expr none = pool_.eq(rest, constant(0));
  const auto mixed = [&](Expr up, Expr down) {
    const Expr raised = pool_.shl(pool_.cast(high, Type::u64()),
                                  pool_.cast(pool_.ite(none, constant(0), up), Type::u64()));
    return pool_.bit_or(pool_.cast(raised, Type::u32()),
                        pool_.shr(low, pool_.ite(none, constant(0), down)));
  };
  const Expr whole = left ? high : low, moved = left ? low : high;
  Expr result = pool_.ite(none, whole, left ? mixed(rest, other) : mixed(other, rest));
  if (clamps) result = pool_.ite(pool_.lt(by, constant(32)), result, moved);
  return pool_.cast(result, type);
}

// sad: c + |a - b|
Expr AsmLowering::difference(const Instruction& i, Type type) {
  if (i.parts.size() != 2) return nullptr;
  const Expr a = number(i.args()[1], type), b = number(i.args()[2], type);
  const auto minus = [&](Expr x, Expr y) {
    return pool_.sub(pool_.cast(x, unsigned_of(type)), pool_.cast(y, unsigned_of(type)));
  };
  return pool_.cast(pool_.add(number(i.args()[3], unsigned_of(type)),
                              pool_.ite(pool_.lt(a, b), minus(b, a), minus(a, b))),
                    type);
}

// mul.wide, mul.hi and mad with them, of 32 bits.
Expr AsmLowering::wide_product(const Instruction& i, Type type) {
  if (i.parts.size() != 3 || type.width != 32) return nullptr;
  const bool whole = i.parts[1] == "wide";
  if (!whole && i.parts[1] != "hi") return nullptr;
  const Type wide = Type::integer(64, type.is_signed);
  const Expr product = pool_.mul(pool_.cast(number(i.args()[1], type), wide),
                                 pool_.cast(number(i.args()[2], type), wide));
  const Expr result =
      whole ? product : pool_.cast(pool_.shr(product, pool_.constant(32, wide)), type);
  return i.key() == "mul" ? result : pool_.add(result, number(i.args()[3], result->type));
}

// mul24, mad24: of the low 24 bits, the low or the high 32 of 48.
Expr AsmLowering::product_of_24(const Instruction& i, Type type) {
  if (i.parts.size() != 3 || type.width != 32) return nullptr;
  const bool high = i.parts[1] == "hi";
  if (!high && i.parts[1] != "lo") return nullptr;
  const Type wide = Type::integer(64, type.is_signed);
  const auto low = [&](std::size_t k) {
    const Expr bits =
        pool_.bit_and(pool_.cast(number(i.args()[k], type), wide), pool_.constant(0xffffff, wide));
    const Expr sign = pool_.constant(0x800000, wide);
    return type.is_signed ? pool_.sub(pool_.bit_xor(bits, sign), sign) : bits;
  };
  Expr product = pool_.mul(low(1), low(2));
  if (high) product = pool_.shr(product, pool_.constant(16, wide));
  product = pool_.cast(product, type);
  return i.key() == "mul24" ? product : pool_.add(product, number(i.args()[3], type));
}

// By more than the width, zeros or signs are left.
Expr AsmLowering::shifted(const Instruction& i, Type type) {
  const bool left = i.key() == "shl", fills = !left && type.is_signed;
  if (i.parts.size() != 2 || (left && type.width != 32)) return nullptr;
  const Expr x = number(i.args()[1], type), by = number(i.args()[2], Type::u32());
  const Expr fits = pool_.lt(by, pool_.constant(type.width, Type::u32()));
  const Expr most = pool_.constant(fills ? type.width - 1 : 0, Type::u32());
  const Expr amount = pool_.ite(fits, by, most);
  if (!left) {
    const Expr result = pool_.shr(x, pool_.cast(amount, type));
    return fills ? result : pool_.ite(fits, result, pool_.constant(0, type));
  }
  const Expr raised = pool_.shl(pool_.cast(pool_.cast(x, Type::u32()), Type::u64()),
                                pool_.cast(amount, Type::u64()));
  return pool_.ite(fits, pool_.cast(raised, type), pool_.constant(0, type));
}

Expr AsmLowering::lesser(const Instruction& i, Type type) {
  if (i.parts.size() != 2) return nullptr;
  const Expr a = number(i.args()[1], type), b = number(i.args()[2], type);
  const Expr less = pool_.lt(a, b);
  return i.key() == "min" ? pool_.ite(less, a, b) : pool_.ite(less, b, a);
}

Expr AsmLowering::magnitude(const Instruction& i, Type type) {
  if (i.parts.size() != 2 || !type.is_signed) return nullptr;
  const Expr x = number(i.args()[1], type);
  if (i.key() == "neg") return pool_.neg(x);
  return pool_.ite(pool_.lt(x, pool_.constant(0, type)), pool_.neg(x), x);
}

Expr AsmLowering::is_zero(const Instruction& i, Type type) {
  return pool_.ite(pool_.eq(number(i.args()[1], type), pool_.constant(0, type)),
                   pool_.constant(1, type), pool_.constant(0, type));
}

} // namespace heddle::cuda
