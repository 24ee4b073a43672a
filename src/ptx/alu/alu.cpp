#include "ptx/alu/alu.hpp"

#include "ptx/alu/alu_arithmetic.hpp"
#include "ptx/alu/alu_bits.hpp"
#include "ptx/alu/alu_convert.hpp"
#include "ptx/alu/alu_types.hpp"

#include <algorithm>
#include <optional>

namespace heddle::ptx {
namespace {

template <class T> bool holds(Cmp cmp, T a, T b) {
  switch (cmp) {
  case Cmp::eq:
    return a == b;
  case Cmp::ne:
    return a != b;
  case Cmp::lt:
  case Cmp::lo:
    return a < b;
  case Cmp::le:
  case Cmp::ls:
    return a <= b;
  case Cmp::gt:
  case Cmp::hi:
    return a > b;
  case Cmp::ge:
  case Cmp::hs:
    return a >= b;
  default:
    return false;
  }
}

bool combined(Combine how, bool a, bool b) {
  switch (how) {
  case Combine::none:
    return a;
  case Combine::and_:
    return a && b;
  case Combine::or_:
    return a || b;
  case Combine::xor_:
    return a != b;
  }
  return a;
}

// The comparison of setp and set, with the predicate that may be combined with it.
bool compare(const Micro& m, const Operands& s, Reg& out) {
  const Opcode& o = *m.opcode;
  if (o.cmp == Cmp::other || o.cmp == Cmp::none) return false;
  const Type type = m.op == Op::set ? o.source : o.type;
  const std::uint64_t yes = m.op == Op::setp      ? 1
                            : o.type == Type::f32 ? 0x3f800000
                                                  : truncated(~std::uint64_t{0}, o.type);
  return in_number(type, [&]<class T>(T) {
    for (unsigned l = 0; l < lanes; ++l) {
      bool result = holds(o.cmp, value_of<T>(s[0]->value[l]), value_of<T>(s[1]->value[l]));
      if (m.sources > 2) result = combined(o.combine, result, (s[2]->value[l] & 1) != m.negated[2]);
      out.value[l] = result ? yes : 0;
    }
  });
}

bool fold(const Micro& m, const Operands& s, Reg& out) {
  switch (m.op) {
  case Op::set:
  case Op::setp:
    return compare(m, s, out);
  case Op::cvt:
    return convert(m, *s[0], out);
  case Op::bfe:
  case Op::bfi:
  case Op::bfind:
  case Op::bmsk:
  case Op::brev:
  case Op::clz:
  case Op::cnot:
  case Op::dp2a:
  case Op::dp4a:
  case Op::fns:
  case Op::lop3:
  case Op::not_:
  case Op::and_:
  case Op::or_:
  case Op::xor_:
  case Op::popc:
  case Op::prmt:
  case Op::shf:
  case Op::shl:
  case Op::shr:
  case Op::szext:
    return fold_bits(m, s, out);
  default:
    return fold_arithmetic(m, s, out);
  }
}

// Integer sums of tokens. A known operand counts with its sign, so that x - 1 + 1 is x again.
bool linear(const Micro& m, const Operands& s, Reg& out, Mask which) {
  const bool sum = m.op == Op::add || m.op == Op::sub;
  if (!sum || is_float(m.opcode->type) || m.opcode->saturate) return false;
  const unsigned shift = 64 - 8 * std::max(1U, size_of(m.opcode->type));
  for (unsigned l = 0; l < lanes; ++l) {
    if (!(which >> l & 1)) continue;
    std::uint64_t part[2];
    for (unsigned n = 0; n < 2; ++n) {
      part[n] = s[n]->value[l];
      if (s[n]->known >> l & 1)
        part[n] = static_cast<std::uint64_t>(static_cast<std::int64_t>(part[n] << shift) >> shift);
    }
    out.value[l] = m.op == Op::add ? part[0] + part[1] : part[0] - part[1];
  }
  return true;
}

// What one known operand decides whatever the others are: a product or a conjunction with zero, a
// disjunction with ones; likewise two operands that are one unknown value.
std::optional<std::uint64_t> decided(const Micro& m, const Operands& s, unsigned lane) {
  const Opcode& o = *m.opcode;
  const bool predicate = o.type == Type::pred;
  const std::uint64_t ones = predicate ? 1 : truncated(~std::uint64_t{0}, o.type);
  const auto has = [&](unsigned n, std::uint64_t wanted) {
    return (s[n]->known >> lane & 1) && (s[n]->value[lane] & ones) == wanted;
  };
  const bool same = m.sources > 1 && !((s[0]->known | s[1]->known) >> lane & 1) &&
                    s[0]->value[lane] == s[1]->value[lane];
  switch (m.op) {
  case Op::mul:
    if (!is_float(o.type) && (has(0, 0) || has(1, 0))) return 0;
    break;
  case Op::and_:
    if (has(0, 0) || has(1, 0)) return 0;
    break;
  case Op::or_:
    if (has(0, ones) || has(1, ones)) return ones;
    break;
  case Op::xor_:
    if (same) return 0;
    break;
  case Op::sub:
    if (same && !is_float(o.type) && m.sources == 2) return 0;
    break;
  default:
    break;
  }
  return std::nullopt;
}

// The same for comparisons: the predicate that is combined with them may decide, or they may.
std::optional<bool> decided_comparison(const Micro& m, const Operands& s, unsigned lane,
                                       bool opposite) {
  const Opcode& o = *m.opcode;
  if (m.op != Op::setp || m.sources < 3 || o.combine == Combine::none) return std::nullopt;
  std::optional<bool> result, other;
  if (s[2]->known >> lane & 1) other = (s[2]->value[lane] & 1) != m.negated[2];
  const bool comparable = o.cmp != Cmp::other && o.cmp != Cmp::none;
  if (comparable && s[0]->known & s[1]->known & Mask{1} << lane)
    in_number(o.type, [&]<class T>(T) {
      result =
          holds(o.cmp, value_of<T>(s[0]->value[lane]), value_of<T>(s[1]->value[lane])) != opposite;
    });
  if (result && other) return combined(o.combine, *result, *other);
  const bool deciding = o.combine == Combine::or_;
  if (o.combine == Combine::xor_) return std::nullopt;
  if ((result && *result == deciding) || (other && *other == deciding)) return deciding;
  return std::nullopt;
}

// selp and slct choose lane by lane; what is chosen may itself be unknown.
void choose(const Micro& m, const Operands& s, Reg& out) {
  out.known = 0;
  for (unsigned l = 0; l < lanes; ++l) {
    const bool equal =
        s[0]->value[l] == s[1]->value[l] && (s[0]->known >> l & 1) == (s[1]->known >> l & 1);
    if (!equal && !(s[2]->known >> l & 1)) {
      out.value[l] = token(m.seed, s, 3, l);
      continue;
    }
    bool first = (s[2]->value[l] & 1) != m.negated[2];
    if (m.op == Op::slct) {
      first = m.opcode->source == Type::f32 ? value_of<float>(s[2]->value[l]) >= 0
                                            : static_cast<std::int32_t>(s[2]->value[l]) >= 0;
    }
    const Reg& chosen = first ? *s[0] : *s[1];
    out.value[l] = chosen.value[l];
    if (chosen.known >> l & 1) out.known |= Mask{1} << l;
  }
}

// Types of one width, or widening without a sign: the token stays.
bool keeps_token(const Micro& m) {
  const Opcode& o = *m.opcode;
  if (m.op == Op::mov) return true;
  return m.op == Op::cvt && !is_float(o.type) && !is_float(o.source) && !o.saturate &&
         size_of(o.type) == size_of(o.source);
}

} // namespace

std::uint64_t token(std::uint64_t seed, const Operands& s, unsigned sources, unsigned lane) {
  std::uint64_t out = seed;
  for (unsigned n = 0; n < sources; ++n)
    out = mix_operand(out, s[n]->value[lane], s[n]->known >> lane & 1);
  return out;
}

std::uint64_t truncated(std::uint64_t bits, Type type) {
  const unsigned size = size_of(type);
  return size == 0 || size >= 8 ? bits : bits & ((std::uint64_t{1} << 8 * size) - 1);
}

std::uint64_t extended(std::uint64_t bits, Type type) {
  const unsigned size = size_of(type);
  if (size == 0 || size >= 8) return bits;
  const unsigned shift = 64 - 8 * size;
  return is_signed(type)
             ? static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << shift) >> shift)
             : truncated(bits, type);
}

void compute_carry(const Micro& m, const Operands& s, Reg& out, Reg& carry) {
  Mask known = fold_carry(m, s, out, carry) ? ~Mask{0} : 0;
  for (unsigned n = 0; n < m.sources; ++n)
    known &= s[n]->known;
  out.known = carry.known = known;
  for (unsigned l = 0; l < lanes; ++l) {
    if (known >> l & 1) continue;
    out.value[l] = token(m.seed, s, m.sources, l);
    carry.value[l] = mix(out.value[l], 1);
  }
}

namespace {

// Do the first two operands of the instruction commute? Sums and products of f32 and f16 do, bit by
// bit: a result that is no number is always the same one. (Of f64 it may be one of the operands.)
bool commutes(const Micro& m) {
  if (m.opcode->type == Type::f64 || m.opcode->type == Type::packed) return false;
  switch (m.op) {
  case Op::add:
  case Op::mul:
  case Op::min:
  case Op::max:
  case Op::and_:
  case Op::or_:
  case Op::xor_:
  case Op::fma:
  case Op::mad:
    return m.sources >= 2 && !m.opcode->video && !m.opcode->carry_in && !m.opcode->carry_out &&
           !m.negated[0] && !m.negated[1];
  default:
    return false;
  }
}

// As `token`, the same for both orders of operands that commute: lanes that exchange their sums
// have equal ones afterwards.
std::uint64_t result_token(const Micro& m, const Operands& s, unsigned lane) {
  if (!commutes(m)) return token(m.seed, s, m.sources, lane);
  const auto part = [&](unsigned n) {
    return mix_operand(m.seed, s[n]->value[lane], s[n]->known >> lane & 1);
  };
  std::uint64_t out = mix(std::min(part(0), part(1)), std::max(part(0), part(1)));
  for (unsigned n = 2; n < m.sources; ++n)
    out = mix_operand(out, s[n]->value[lane], s[n]->known >> lane & 1);
  return out;
}

} // namespace

void compute(const Micro& m, const Operands& s, Reg& out) {
  if (m.op == Op::selp || m.op == Op::slct) return choose(m, s, out);
  Mask known = ~Mask{0};
  for (unsigned n = 0; n < m.sources; ++n)
    known &= s[n]->known;
  if (keeps_token(m)) {
    if (m.op == Op::cvt && known) convert(m, *s[0], out);
    for (unsigned l = 0; l < lanes; ++l)
      if (m.op == Op::mov || !(known >> l & 1)) out.value[l] = s[0]->value[l];
    if (m.negated[0]) // of a predicate
      for (unsigned l = 0; l < lanes; ++l)
        out.value[l] = known >> l & 1 ? out.value[l] ^ 1 : token(m.seed, s, 1, l);
    out.known = known;
    return;
  }
  if (known && !fold(m, s, out)) known = 0;
  out.known = known;
  if (known == ~Mask{0}) return;
  if (!linear(m, s, out, ~known))
    for (unsigned l = 0; l < lanes; ++l)
      if (!(known >> l & 1)) out.value[l] = result_token(m, s, l);
  for (unsigned l = 0; l < lanes; ++l) {
    if (known >> l & 1) continue;
    std::optional<std::uint64_t> value = decided(m, s, l);
    if (const auto compared = decided_comparison(m, s, l, false)) value = *compared;
    if (!value) continue;
    out.value[l] = *value;
    out.known |= Mask{1} << l;
  }
}

void compute_opposite(const Micro& m, const Operands& s, const Reg& first, Reg& out) {
  out.known = m.sources > 2 ? 0 : first.known;
  for (unsigned l = 0; l < lanes; ++l) {
    out.value[l] = first.known >> l & 1 ? first.value[l] ^ 1 : mix(first.value[l], 1);
    if (m.sources <= 2) continue;
    out.value[l] = token(m.seed + 1, s, m.sources, l);
    if (const auto compared = decided_comparison(m, s, l, true)) {
      out.value[l] = *compared;
      out.known |= Mask{1} << l;
    }
  }
}

} // namespace heddle::ptx
