#include "ptx/alu/alu_arithmetic.hpp"

#include "ptx/alu/alu_types.hpp"

#include <algorithm>
#include <cmath>

namespace heddle::ptx {
namespace {

__extension__ using I128 = __int128;
__extension__ using U128 = unsigned __int128;

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

} // namespace

bool fold_arithmetic(const Micro& m, const Operands& s, Reg& out) {
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

bool fold_carry(const Micro& m, const Operands& s, Reg& out, Reg& carry) {
  const Type type = m.opcode->type;
  const unsigned bits = 8 * size_of(type);
  if (is_float(type) || bits < 32) return false;
  for (unsigned l = 0; l < lanes; ++l) {
    const U128 flag = m.opcode->carry_in ? s[m.sources - 1U]->value[l] & 1 : 0;
    U128 a = truncated(s[0]->value[l], type), b = truncated(s[1]->value[l], type);
    if (m.op == Op::mad) {
      const I128 p = product(s[0]->value[l], s[1]->value[l], type);
      a = truncated(static_cast<std::uint64_t>(m.opcode->mode == Mode::hi ? p >> bits : p), type);
      b = truncated(s[2]->value[l], type);
    }
    const U128 result = m.op == Op::sub ? a - b - flag : a + b + flag;
    out.value[l] = truncated(static_cast<std::uint64_t>(result), type);
    carry.value[l] = static_cast<std::uint64_t>(result >> bits) & 1;
  }
  return true;
}

} // namespace heddle::ptx
