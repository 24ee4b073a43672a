#include "ptx/alu/alu_bits.hpp"

#include <algorithm>
#include <bit>

namespace heddle::ptx {
namespace {

using U64 = std::uint64_t;

unsigned width(Type type) { return 8 * size_of(type); }
U64 ones(unsigned count) { return count >= 64 ? ~U64{0} : (U64{1} << count) - 1; }

U64 shifted_left(U64 a, U64 by, Type type) {
  return by >= width(type) ? 0 : truncated(a << by, type);
}

U64 shifted_right(U64 a, U64 by, Type type) {
  const U64 limit = width(type);
  if (!is_signed(type)) return by >= limit ? 0 : a >> by;
  const auto value = static_cast<std::int64_t>(extended(a, type));
  return truncated(static_cast<U64>(value >> std::min<U64>(by, limit - 1)), type);
}

U64 funnel(const Opcode& o, U64 low, U64 high, U64 by) {
  by &= 0xffffffff;
  by = o.shift == Mode::clamp ? std::min<U64>(by, 32) : by & 31;
  const U64 both = high << 32 | low;
  return (o.mode == Mode::left ? both << by >> 32 : both >> by) & 0xffffffff;
}

U64 extracted(U64 a, U64 at, U64 count, Type type) {
  at &= 0xff;
  count &= 0xff;
  const unsigned bits = width(type);
  if (count == 0) return 0;
  const U64 last = std::min<U64>(at + count - 1, bits - 1);
  const bool sign = is_signed(type) && (a >> last & 1);
  U64 out = at >= bits ? 0 : (a >> at) & ones(static_cast<unsigned>(count));
  const U64 have = at >= bits ? 0 : std::min<U64>(count, bits - at);
  if (sign)
    out |= ~ones(static_cast<unsigned>(have));
  else
    out &= ones(static_cast<unsigned>(have));
  return truncated(out, type);
}

U64 inserted(U64 part, U64 into, U64 at, U64 count, Type type) {
  at &= 0xff;
  count &= 0xff;
  if (at >= width(type) || count == 0) return into;
  const U64 mask = truncated(ones(static_cast<unsigned>(count)) << at, type);
  return (into & ~mask) | (part << at & mask);
}

U64 found(const Micro& m, U64 a, Type type) {
  const unsigned bits = width(type);
  U64 value = truncated(a, type);
  if (is_signed(type) && value >> (bits - 1) & 1) value = truncated(~value, type);
  if (value == 0) return 0xffffffff;
  const unsigned at = 63 - static_cast<unsigned>(std::countl_zero(value));
  return m.opcode->text.find(".shiftamt") != std::string::npos ? bits - 1 - at : at;
}

U64 reversed(U64 a, Type type) {
  U64 out = 0;
  for (unsigned i = 0; i < width(type); ++i)
    out |= (a >> i & 1) << (width(type) - 1 - i);
  return out;
}

U64 looked_up(U64 a, U64 b, U64 c, U64 table) {
  U64 out = 0;
  for (unsigned row = 0; row < 8; ++row)
    if (table >> row & 1) out |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
  return out & 0xffffffff;
}

// Byte `selector & 7` of the eight, or its sign.
U64 picked(U64 bytes, U64 selector) {
  const U64 byte = bytes >> 8 * (selector & 7) & 0xff;
  return selector & 8 ? (byte & 0x80 ? 0xff : 0) : byte;
}

U64 permuted(Mode mode, U64 a, U64 b, U64 c) {
  const U64 bytes = b << 32 | a;
  const U64 at = c & 3;
  U64 out = 0;
  for (U64 i = 0; i < 4; ++i) {
    U64 selector = 0;
    switch (mode) {
    case Mode::f4e:
      selector = at + i;
      break;
    case Mode::b4e:
      selector = (at + 8 - i) & 7;
      break;
    case Mode::rc8:
      selector = at;
      break;
    case Mode::ecl:
      selector = std::max(i, at);
      break;
    case Mode::ecr:
      selector = std::min(i, at);
      break;
    case Mode::rc16:
      selector = (at & 1) * 2 + (i & 1);
      break;
    default:
      selector = c >> 4 * i & 15;
      break;
    }
    out |= picked(bytes, selector) << 8 * i;
  }
  return out;
}

// Which bit of `mask` is the offset-th set one, counted from `base`.
U64 nth_set(U64 mask, U64 base, std::int32_t offset) {
  mask &= 0xffffffff;
  auto at = static_cast<int>(base & 31);
  if (offset == 0) return mask >> at & 1 ? static_cast<U64>(at) : 0xffffffff;
  const int step = offset > 0 ? 1 : -1;
  for (int left = std::abs(offset); at >= 0 && at < 32; at += step)
    if (mask >> at & 1 && --left == 0) return static_cast<U64>(at);
  return 0xffffffff;
}

U64 dot(const Opcode& o, U64 a, U64 b, U64 c, unsigned parts) {
  // dp4a.atype.btype and dp2a.lo.atype.btype: four bytes, or two halves with two of four bytes
  const Type bytes_a = is_signed(o.type) ? Type::s8 : Type::u8;
  const Type bytes_b = is_signed(o.source) ? Type::s8 : Type::u8;
  const Type halves = is_signed(o.type) ? Type::s16 : Type::u16;
  const unsigned skip = o.mode == Mode::hi ? 2 : 0;
  U64 sum = c;
  for (unsigned i = 0; i < parts; ++i) {
    const U64 left = parts == 4 ? extended(truncated(a >> 8 * i, Type::b8), bytes_a)
                                : extended(truncated(a >> 16 * i, Type::b16), halves);
    sum += left * extended(truncated(b >> 8 * (i + skip), Type::b8), bytes_b);
  }
  return sum & 0xffffffff;
}

U64 masked(const Opcode& o, U64 at, U64 count) {
  at &= 0xffffffff;
  count &= 0xffffffff;
  if (o.shift == Mode::wrap) {
    at &= 31;
    count &= 31;
  }
  if (at >= 32) return 0;
  return ones(static_cast<unsigned>(std::min<U64>(count, 32))) << at & 0xffffffff;
}

U64 sign_or_zero_extended(const Opcode& o, U64 a, U64 bits) {
  bits &= 0xffffffff;
  if (o.shift == Mode::wrap) bits &= 31;
  if (bits >= 32) return a;
  if (bits == 0) return 0;
  const U64 low = a & ones(static_cast<unsigned>(bits));
  const bool sign = is_signed(o.type) && (low >> (bits - 1) & 1);
  return (sign ? low | ~ones(static_cast<unsigned>(bits)) : low) & 0xffffffff;
}

U64 one(const Micro& m, const Operands& s, unsigned l) {
  const Opcode& o = *m.opcode;
  const Type type = o.type;
  const auto at = [&](unsigned n) { return s[n]->value[l]; };
  switch (m.op) {
  case Op::bfe:
    return extracted(at(0), at(1), at(2), type);
  case Op::bfi:
    return inserted(at(0), at(1), at(2), at(3), type);
  case Op::bfind:
    return found(m, at(0), type);
  case Op::bmsk:
    return masked(o, at(0), at(1));
  case Op::brev:
    return reversed(at(0), type);
  case Op::clz:
    return static_cast<U64>(std::countl_zero(truncated(at(0), type))) - (64 - width(type));
  case Op::cnot:
    return at(0) == 0;
  case Op::dp2a:
    return dot(o, at(0), at(1), at(2), 2);
  case Op::dp4a:
    return dot(o, at(0), at(1), at(2), 4);
  case Op::fns:
    return nth_set(at(0), at(1), static_cast<std::int32_t>(at(2)));
  case Op::lop3:
    return looked_up(at(0), at(1), at(2), at(3));
  case Op::popc:
    return static_cast<U64>(std::popcount(truncated(at(0), type)));
  case Op::prmt:
    return permuted(o.mode, at(0), at(1), at(2));
  case Op::shf:
    return funnel(o, at(0), at(1), at(2));
  case Op::szext:
    return sign_or_zero_extended(o, at(0), at(1));
  default:
    return 0;
  }
}

template <class F> void each(Reg& out, F f) {
  for (unsigned l = 0; l < lanes; ++l)
    out.value[l] = f(l);
}

} // namespace

bool fold_bits(const Micro& m, const Operands& s, Reg& out) {
  const Type type = m.opcode->type;
  const bool predicate = type == Type::pred;
  const U64 all = predicate ? 1 : truncated(~U64{0}, type);
  const auto at = [&](unsigned n, unsigned l) {
    return predicate ? (s[n]->value[l] & 1) ^ U64 { m.negated[n] } : s[n]->value[l];
  };
  if (!predicate && size_of(type) == 0 && m.op != Op::prmt) return false;
  switch (m.op) {
  case Op::and_:
    each(out, [&](unsigned l) { return at(0, l) & at(1, l); });
    return true;
  case Op::or_:
    each(out, [&](unsigned l) { return at(0, l) | at(1, l); });
    return true;
  case Op::xor_:
    each(out, [&](unsigned l) { return at(0, l) ^ at(1, l); });
    return true;
  case Op::not_:
    each(out, [&](unsigned l) { return ~at(0, l) & all; });
    return true;
  case Op::shl:
    each(out, [&](unsigned l) {
      return shifted_left(s[0]->value[l], s[1]->value[l] & 0xffffffff, type);
    });
    return true;
  case Op::shr:
    each(out, [&](unsigned l) {
      return shifted_right(truncated(s[0]->value[l], type), s[1]->value[l] & 0xffffffff, type);
    });
    return true;
  default:
    each(out, [&](unsigned l) { return one(m, s, l); });
    return true;
  }
}

} // namespace heddle::ptx
