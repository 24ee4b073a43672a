#include "ptx/alu.hpp"

#include "ptx/alu_bits.hpp"
#include "ptx/alu_convert.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace heddle::ptx {
namespace {

__extension__ using I128 = __int128;
__extension__ using U128 = unsigned __int128;

template <class T> std::uint64_t bits_of(T value) {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<std::uint32_t>(value);
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<std::uint64_t>(value);
  else
    return static_cast<std::uint64_t>(static_cast<std::make_unsigned_t<T>>(value));
}

template <class T> T value_of(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(bits);
  else
    return static_cast<T>(bits);
}

// Calls `body` with a value of the C++ type that `type` computes in; false: there is none.
template <class Body> bool in_integer(Type type, Body body) {
  switch (type) {
  case Type::s16:
    body(std::int16_t{});
    return true;
  case Type::u16:
  case Type::b16:
    body(std::uint16_t{});
    return true;
  case Type::s32:
    body(std::int32_t{});
    return true;
  case Type::u32:
  case Type::b32:
    body(std::uint32_t{});
    return true;
  case Type::s64:
    body(std::int64_t{});
    return true;
  case Type::u64:
  case Type::b64:
    body(std::uint64_t{});
    return true;
  default:
    return false;
  }
}

template <class Body> bool in_number(Type type, Body body) {
  if (type == Type::f32) return body(float{}), true;
  if (type == Type::f64) return body(double{}), true;
  return in_integer(type, body);
}

template <class T, class F> void unary(const Operands& s, Reg& out, F f) {
  for (unsigned l = 0; l < lanes; ++l)
    out.value[l] = bits_of<T>(static_cast<T>(f(value_of<T>(s[0]->value[l]))));
}

template <class T, class F> void binary(const Operands& s, Reg& out, F f) {
  for (unsigned l = 0; l < lanes; ++l)
    out.value[l] =
        bits_of<T>(static_cast<T>(f(value_of<T>(s[0]->value[l]), value_of<T>(s[1]->value[l]))));
}

// Arithmetic wraps: computed without signs.
template <class T>
using Wrapping = std::conditional_t<
    std::is_floating_point_v<T>, T,
    std::conditional_t<
        (sizeof(T) < 4), std::uint32_t,
        std::make_unsigned_t<std::conditional_t<std::is_floating_point_v<T>, int, T>>>>;

template <class T, class F> void wrapping(const Operands& s, Reg& out, F f) {
  using W = Wrapping<T>;
  binary<T>(s, out, [&](T a, T b) { return f(static_cast<W>(a), static_cast<W>(b)); });
}

template <class T> T quotient(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return a / b;
  else {
    if (b == 0) return static_cast<T>(-1); // what machines answer; PTX leaves it open
    if (std::is_signed_v<T> && b == static_cast<T>(-1))
      return static_cast<T>(T{0} - std::make_unsigned_t<T>(a));
    return static_cast<T>(a / b);
  }
}

template <class T> T remainder(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return a;
  else {
    if (b == 0) return a;
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) return 0;
    return static_cast<T>(a % b);
  }
}

// The 128-bit product of two values of `type`.
I128 product(std::uint64_t a, std::uint64_t b, Type type) {
  if (is_signed(type))
    return I128{static_cast<std::int64_t>(extended(a, type))} *
           static_cast<std::int64_t>(extended(b, type));
  return static_cast<I128>(U128{a} * b);
}

// mul and mad, .lo .hi .wide and 24 bits; the addend is source 2.
bool multiply(const Micro& m, const Operands& s, Reg& out) {
  const Type type = m.opcode->type;
  if (is_float(type)) return false;
  const unsigned bits = 8 * size_of(type);
  const bool adds = m.op == Op::mad || m.op == Op::mad24;
  const bool narrow = m.op == Op::mul24 || m.op == Op::mad24;
  const Mode mode = m.opcode->mode;
  if (m.opcode->saturate) return false;
  if (!narrow && mode == Mode::lo && bits == 32) { // the usual one
    for (unsigned l = 0; l < lanes; ++l)
      out.value[l] =
          static_cast<std::uint32_t>(s[0]->value[l] * s[1]->value[l] + (adds ? s[2]->value[l] : 0));
    return true;
  }
  const Type wide = bits == 16 ? Type::b32 : Type::b64;
  for (unsigned l = 0; l < lanes; ++l) {
    std::uint64_t a = s[0]->value[l], b = s[1]->value[l];
    if (narrow) {
      a = is_signed(type)
              ? static_cast<std::uint64_t>(static_cast<std::int64_t>(a << 40) >> 40) & 0xffffffff
              : a & 0xffffff;
      b = is_signed(type)
              ? static_cast<std::uint64_t>(static_cast<std::int64_t>(b << 40) >> 40) & 0xffffffff
              : b & 0xffffff;
    }
    const I128 p = product(a, b, type);
    auto part = static_cast<std::uint64_t>(p);
    if (mode == Mode::hi) part = static_cast<std::uint64_t>(p >> (narrow ? 16 : bits));
    out.value[l] = truncated(part + (adds ? s[2]->value[l] : 0), mode == Mode::wide ? wide : type);
  }
  return true;
}

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

bool arithmetic(const Micro& m, const Operands& s, Reg& out) {
  const Type type = m.opcode->type;
  if (m.opcode->saturate) return false;
  // roundings other than the usual one, and approximations, are left alone
  const std::string& text = m.opcode->text;
  if (is_float(type) &&
      (text.find(".approx") != std::string::npos || text.find(".ftz") != std::string::npos ||
       text.find(".rz") != std::string::npos || text.find(".rm") != std::string::npos ||
       text.find(".rp") != std::string::npos || m.sources > 3))
    return false;
  switch (m.op) {
  case Op::add:
    return in_number(
        type, [&]<class T>(T) { wrapping<T>(s, out, [](auto a, auto b) { return a + b; }); });
  case Op::sub:
    return in_number(
        type, [&]<class T>(T) { wrapping<T>(s, out, [](auto a, auto b) { return a - b; }); });
  case Op::mul:
    if (!is_float(type)) return multiply(m, s, out);
    return in_number(type, [&]<class T>(T) {
      binary<T>(s, out, [](T a, T b) { return static_cast<T>(a * b); });
    });
  case Op::div:
    return in_number(type, [&]<class T>(T) { binary<T>(s, out, quotient<T>); });
  case Op::rem:
    return in_integer(type, [&]<class T>(T) { binary<T>(s, out, remainder<T>); });
  case Op::min:
    return m.sources == 2 && in_integer(type, [&]<class T>(T) {
             binary<T>(s, out, [](T a, T b) { return std::min(a, b); });
           });
  case Op::max:
    return m.sources == 2 && in_integer(type, [&]<class T>(T) {
             binary<T>(s, out, [](T a, T b) { return std::max(a, b); });
           });
  case Op::neg:
    return in_number(type, [&]<class T>(T) {
      using W = Wrapping<T>;
      unary<T>(s, out, [](T a) {
        if constexpr (std::is_floating_point_v<T>)
          return -a;
        else
          return W{0} - static_cast<W>(a);
      });
    });
  case Op::abs:
    return in_number(type, [&]<class T>(T) {
      using W = Wrapping<T>;
      unary<T>(s, out, [](T a) {
        if constexpr (std::is_floating_point_v<T>)
          return std::fabs(a);
        else
          return a < T{0} ? W{0} - static_cast<W>(a) : static_cast<W>(a);
      });
    });
  case Op::sad:
    return in_integer(type, [&]<class T>(T) {
      for (unsigned l = 0; l < lanes; ++l) {
        const T a = value_of<T>(s[0]->value[l]), b = value_of<T>(s[1]->value[l]);
        const auto distance = a < b ? bits_of(b) - bits_of(a) : bits_of(a) - bits_of(b);
        out.value[l] = truncated(distance + s[2]->value[l], type);
      }
    });
  case Op::mad:
  case Op::mad24:
  case Op::mul24:
    return multiply(m, s, out);
  default:
    return false;
  }
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
    return arithmetic(m, s, out);
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

// A product with zero or a mask of zero is known whatever the other operand is.
Mask zeros(const Micro& m, const Operands& s) {
  const bool product = (m.op == Op::mul && !is_float(m.opcode->type)) || m.op == Op::and_;
  if (!product) return 0;
  Mask out = 0;
  for (unsigned n = 0; n < 2; ++n)
    for (unsigned l = 0; l < lanes; ++l)
      if (s[n]->known >> l & 1 && s[n]->value[l] == 0) out |= Mask{1} << l;
  return out;
}

// selp and slct choose lane by lane; what is chosen may itself be unknown.
void choose(const Micro& m, const Operands& s, Reg& out) {
  out.known = 0;
  for (unsigned l = 0; l < lanes; ++l) {
    if (!(s[2]->known >> l & 1)) {
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
  const Mask zero = zeros(m, s) & ~known;
  if (!linear(m, s, out, ~known))
    for (unsigned l = 0; l < lanes; ++l)
      if (!(known >> l & 1)) out.value[l] = token(m.seed, s, m.sources, l);
  for (unsigned l = 0; l < lanes; ++l)
    if (zero >> l & 1) out.value[l] = 0;
  out.known |= zero;
}

} // namespace heddle::ptx
