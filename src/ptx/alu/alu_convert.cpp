#include "ptx/alu/alu_convert.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heddle::ptx {
namespace {

bool has(const Micro& m, const char* suffix) {
  return m.opcode->text.find(suffix) != std::string::npos;
}

double limit_low(Type type) {
  return is_signed(type) ? -std::ldexp(1.0, 8 * static_cast<int>(size_of(type)) - 1) : 0.0;
}
double limit_high(Type type) { // the first number above
  return std::ldexp(1.0, 8 * static_cast<int>(size_of(type)) - (is_signed(type) ? 1 : 0));
}

std::uint64_t integer_from(double number, Type type) {
  if (std::isnan(number)) return 0;
  if (number <= limit_low(type))
    return truncated(is_signed(type) ? std::uint64_t{1} << (8 * size_of(type) - 1) : 0, type);
  if (number >= limit_high(type)) {
    const auto all = truncated(~std::uint64_t{0}, type);
    return is_signed(type) ? all >> 1 : all;
  }
  const auto whole = is_signed(type) ? static_cast<std::uint64_t>(static_cast<std::int64_t>(number))
                                     : static_cast<std::uint64_t>(number);
  return truncated(whole, type);
}

double number_from(std::uint64_t bits, Type type) {
  if (type == Type::f64) return std::bit_cast<double>(bits);
  return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

double rounded(const Micro& m, double number) {
  if (has(m, ".rzi")) return std::trunc(number);
  if (has(m, ".rmi")) return std::floor(number);
  if (has(m, ".rpi")) return std::ceil(number);
  return std::nearbyint(number); // .rni
}

bool from_float(const Micro& m, const Reg& from, Reg& out) {
  const Opcode& o = *m.opcode;
  if (o.source != Type::f32 && o.source != Type::f64) return false;
  if (is_float(o.type)) {
    if (o.type != Type::f64 || o.source != Type::f32 || has(m, ".sat")) return false;
    for (unsigned l = 0; l < lanes; ++l)
      out.value[l] = std::bit_cast<std::uint64_t>(number_from(from.value[l], o.source));
    return true;
  }
  for (unsigned l = 0; l < lanes; ++l)
    out.value[l] = integer_from(rounded(m, number_from(from.value[l], o.source)), o.type);
  return true;
}

bool to_float(const Micro& m, const Reg& from, Reg& out) {
  const Opcode& o = *m.opcode;
  if ((o.type != Type::f32 && o.type != Type::f64) || !has(m, ".rn") || o.saturate) return false;
  for (unsigned l = 0; l < lanes; ++l) {
    const std::uint64_t bits = extended(from.value[l], o.source);
    if (o.type == Type::f64)
      out.value[l] = std::bit_cast<std::uint64_t>(
          is_signed(o.source) ? static_cast<double>(static_cast<std::int64_t>(bits))
                              : static_cast<double>(bits));
    else
      out.value[l] = std::bit_cast<std::uint32_t>(
          is_signed(o.source) ? static_cast<float>(static_cast<std::int64_t>(bits))
                              : static_cast<float>(bits));
  }
  return true;
}

// .sat between integers: the nearest value that the result's type has.
std::uint64_t saturated(std::uint64_t wide, Type from, Type to) {
  const auto high =
      is_signed(to) ? truncated(~std::uint64_t{0}, to) >> 1 : truncated(~std::uint64_t{0}, to);
  const auto value = static_cast<std::int64_t>(wide);
  if (is_signed(from) && value < 0) {
    if (!is_signed(to)) return 0;
    const auto low = -static_cast<std::int64_t>(high) - 1;
    return truncated(static_cast<std::uint64_t>(std::max(value, low)), to);
  }
  return std::min(wide, high);
}

} // namespace

bool convert(const Micro& m, const Reg& from, Reg& out) {
  const Opcode& o = *m.opcode;
  if (m.sources != 1 || size_of(o.type) == 0 || size_of(o.source) == 0) return false;
  if (is_float(o.source)) return from_float(m, from, out);
  if (is_float(o.type)) return to_float(m, from, out);
  // a result that is narrower than its register is extended to it
  for (unsigned l = 0; l < lanes; ++l) {
    const std::uint64_t wide = extended(from.value[l], o.source);
    const std::uint64_t bits = o.saturate ? saturated(wide, o.source, o.type) : wide;
    const std::uint64_t held = extended(truncated(bits, o.type), o.type);
    out.value[l] = m.result_size < 8 ? held & ((std::uint64_t{1} << 8 * m.result_size) - 1) : held;
  }
  return true;
}

} // namespace heddle::ptx
