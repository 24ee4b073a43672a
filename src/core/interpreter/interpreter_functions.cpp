// The pure functions that a run knows: floating point in its own precision, intrinsics of integers,
// and conversions (CUDA C++ and PTX ISA semantics).
#include "core/interpreter/interpreter_program.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <map>

namespace heddle::core::interp {

namespace {

using Bits = std::int64_t; // of a value

// ---- floating point ----------------------------------------------------------------------------

bool is_single(Type t) { return t.width == 32; }

double to_double(std::int64_t bits, Type t) {
  if (is_single(t)) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<double>(bits);
}

std::int64_t from_double(double v, Type t) {
  if (is_single(t)) return std::bit_cast<std::uint32_t>(static_cast<float>(v));
  return std::bit_cast<std::int64_t>(v);
}

// Arithmetic in the type's own precision: a double operation rounded once to float is exact for
// + - * / and sqrt.
template <class F> Bits float_binary(const Instr& i, Bits a, Bits b, Bits) {
  return from_double(F{}(to_double(a, i.from), to_double(b, i.from)), i.type);
}
template <class F> Bits float_unary(const Instr& i, Bits a, Bits, Bits) {
  return from_double(F{}(to_double(a, i.from)), i.type);
}
template <class F> Bits float_compare(const Instr& i, Bits a, Bits b, Bits) {
  return F{}(to_double(a, i.from), to_double(b, i.from));
}

Bits fused(const Instr& i, Bits a, Bits b, Bits c) {
  const double x = to_double(a, i.from), y = to_double(b, i.from), z = to_double(c, i.from);
  if (is_single(i.type))
    return from_double(
        std::fmaf(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)), i.type);
  return from_double(std::fma(x, y, z), i.type);
}

Bits signed_to_float(const Instr& i, Bits a, Bits, Bits) {
  return is_single(i.type) ? std::int64_t{std::bit_cast<std::uint32_t>(static_cast<float>(a))}
                           : from_double(static_cast<double>(a), i.type);
}
Bits unsigned_to_float(const Instr& i, Bits a, Bits, Bits) {
  const std::uint64_t u = unsigned_bits(a);
  return is_single(i.type) ? std::int64_t{std::bit_cast<std::uint32_t>(static_cast<float>(u))}
                           : from_double(static_cast<double>(u), i.type);
}

// Conversions saturate, and give 0 for NaN, as PTX's cvt does.
Bits float_to_integer(const Instr& i, Bits a, Bits, Bits) {
  const double v = std::trunc(to_double(a, i.from));
  if (std::isnan(v)) return 0;
  const double top = std::ldexp(1.0, i.type.width - (i.type.is_signed ? 1 : 0));
  const double low = i.type.is_signed ? -top : 0.0;
  if (v < low)
    return i.type.is_signed ? wrap(signed_bits(std::uint64_t{1} << (i.type.width - 1)), i.type) : 0;
  if (v >= top)
    return i.type.is_signed ? signed_bits((std::uint64_t{1} << (i.type.width - 1)) - 1)
                            : wrap(-1, i.type);
  return i.type.is_signed ? static_cast<std::int64_t>(v)
                          : signed_bits(static_cast<std::uint64_t>(v));
}

// ---- integer intrinsics ------------------------------------------------------------------------

Bits reinterpret(const Instr& i, Bits a, Bits, Bits) { return of_width(narrow(a, i.from), i.type); }

Bits population(const Instr& i, Bits a, Bits, Bits) { return std::popcount(narrow(a, i.from)); }
Bits leading_zeros(const Instr& i, Bits a, Bits, Bits) {
  return std::countl_zero(narrow(a, i.from)) - (64 - i.from.width);
}
Bits trailing_zeros(const Instr& i, Bits a, Bits, Bits) {
  const std::uint64_t v = narrow(a, i.from);
  return v ? std::countr_zero(v) : static_cast<int>(i.from.width);
}
Bits first_set(const Instr& i, Bits a, Bits, Bits) {
  const std::uint64_t v = narrow(a, i.from);
  return v ? std::countr_zero(v) + 1 : 0;
}

using Call = decltype(Callee::call);
struct Builtin {
  Call call;
  unsigned arity;
  bool integer_argument, integer_result; // the types it is meant for; bool counts as integer
};

template <class F> constexpr Builtin math(F) { return {&float_unary<F>, 1, false, false}; }
template <class F> constexpr Builtin math2(F) { return {&float_binary<F>, 2, false, false}; }
template <class F> constexpr Builtin relation(F) { return {&float_compare<F>, 2, false, true}; }

// The names that lowering gives to operators, and the C library's without the suffix f.
const std::map<std::string, Builtin>& builtins() {
  static const std::map<std::string, Builtin> table{
      {"fadd", math2([](double a, double b) { return a + b; })},
      {"fsub", math2([](double a, double b) { return a - b; })},
      {"fmul", math2([](double a, double b) { return a * b; })},
      {"fdiv", math2([](double a, double b) { return a / b; })},
      {"fneg", math([](double a) { return -a; })},
      {"feq", relation([](double a, double b) { return a == b; })},
      {"fne", relation([](double a, double b) { return a != b; })},
      {"flt", relation([](double a, double b) { return a < b; })},
      {"fle", relation([](double a, double b) { return a <= b; })},
      {"fgt", relation([](double a, double b) { return a > b; })},
      {"fge", relation([](double a, double b) { return a >= b; })},
      {"f2f", math([](double a) { return a; })},
      {"i2f", {&signed_to_float, 1, true, false}},
      {"u2f", {&unsigned_to_float, 1, true, false}},
      {"f2i", {&float_to_integer, 1, false, true}},
      {"f2u", {&float_to_integer, 1, false, true}},
      {"sqrt", math([](double a) { return std::sqrt(a); })},
      {"rsqrt", math([](double a) { return 1 / std::sqrt(a); })},
      {"exp", math([](double a) { return std::exp(a); })},
      {"exp2", math([](double a) { return std::exp2(a); })},
      {"log", math([](double a) { return std::log(a); })},
      {"log2", math([](double a) { return std::log2(a); })},
      {"log10", math([](double a) { return std::log10(a); })},
      {"sin", math([](double a) { return std::sin(a); })},
      {"cos", math([](double a) { return std::cos(a); })},
      {"tan", math([](double a) { return std::tan(a); })},
      {"floor", math([](double a) { return std::floor(a); })},
      {"ceil", math([](double a) { return std::ceil(a); })},
      {"trunc", math([](double a) { return std::trunc(a); })},
      {"rint", math([](double a) { return std::nearbyint(a); })},
      {"nearbyint", math([](double a) { return std::nearbyint(a); })},
      {"round", math([](double a) { return std::round(a); })},
      {"asin", math([](double a) { return std::asin(a); })},
      {"acos", math([](double a) { return std::acos(a); })},
      {"atan", math([](double a) { return std::atan(a); })},
      {"tanh", math([](double a) { return std::tanh(a); })},
      {"cbrt", math([](double a) { return std::cbrt(a); })},
      {"erf", math([](double a) { return std::erf(a); })},
      {"log1p", math([](double a) { return std::log1p(a); })},
      {"expm1", math([](double a) { return std::expm1(a); })},
      {"fabs", math([](double a) { return std::fabs(a); })},
      {"fmin", math2([](double a, double b) { return std::fmin(a, b); })},
      {"fmax", math2([](double a, double b) { return std::fmax(a, b); })},
      {"minnum", math2([](double a, double b) { return std::fmin(a, b); })},
      {"maxnum", math2([](double a, double b) { return std::fmax(a, b); })},
      {"copysign", math2([](double a, double b) { return std::copysign(a, b); })},
      {"atan2", math2([](double a, double b) { return std::atan2(a, b); })},
      {"hypot", math2([](double a, double b) { return std::hypot(a, b); })},
      {"pow", math2([](double a, double b) { return std::pow(a, b); })},
      {"fmod", math2([](double a, double b) { return std::fmod(a, b); })},
      {"fma", {&fused, 3, false, false}},
      {"fmuladd", {&fused, 3, false, false}},
      {"popc", {&population, 1, true, true}},
      {"popcll", {&population, 1, true, true}},
      {"clz", {&leading_zeros, 1, true, true}},
      {"clzll", {&leading_zeros, 1, true, true}},
      {"cttz", {&trailing_zeros, 1, true, true}},
      {"ffs", {&first_set, 1, true, true}},
      {"ffsll", {&first_set, 1, true, true}},
  };
  return table;
}

bool fits(const Builtin& f, Type result, const std::vector<Expr>& args) {
  if (args.size() != f.arity) return false;
  auto is_float = [](Type t) { return t.is_opaque() && (t.width == 32 || t.width == 64); };
  for (Expr a : args)
    if (f.integer_argument ? !a->type.is_int() : !is_float(a->type)) return false;
  return f.integer_result ? !result.is_opaque() : is_float(result);
}

// "1.5", "-2e-3f", "0x1p3", "+Inff", "NaN", ..
bool parse_literal(const std::string& name, Type type, std::int64_t& bits) {
  const std::size_t sign = name.starts_with('-') || name.starts_with('+') ? 1 : 0;
  const bool is_word = name.compare(sign, 3, "Inf") == 0 || name.compare(sign, 3, "NaN") == 0;
  if (!is_word && (name.size() == sign ||
                   !(std::isdigit(static_cast<unsigned char>(name[sign])) || name[sign] == '.')))
    return false;
  char* end = nullptr;
  const double v =
      is_single(type) ? std::strtof(name.c_str(), &end) : std::strtod(name.c_str(), &end);
  if (*end && !(std::strchr("fFlL", *end) && !end[1])) return false;
  bits = from_double(v, type);
  return true;
}

// ---- formats ---------------------------------------------------------------------------------

// Rounds to nearest, ties to even: `dropped` bits at the end go.
std::uint32_t rounded(std::uint32_t bits, unsigned dropped) {
  const std::uint32_t half = 1u << (dropped - 1), odd = bits >> dropped & 1;
  return (bits + half - 1 + odd) >> dropped;
}

Bits from_bfloat(const Instr&, Bits a, Bits, Bits) { return (a & 0xffff) << 16; }
Bits to_bfloat(const Instr&, Bits a, Bits, Bits) {
  const auto bits = static_cast<std::uint32_t>(a);
  if ((bits & 0x7fffffff) > 0x7f800000) return 0x7fff; // NaN
  return rounded(bits, 16);
}
Bits from_half(const Instr& i, Bits a, Bits, Bits) {
  const std::int64_t bits = a & 0xffff, exponent = bits >> 10 & 31, fraction = bits & 1023;
  const double size = exponent == 31  ? (fraction ? std::nan("") : HUGE_VAL)
                      : exponent == 0 ? std::ldexp(static_cast<double>(fraction), -24)
                                      : std::ldexp(static_cast<double>(1024 + fraction),
                                                   static_cast<int>(exponent) - 25);
  return from_double(bits >> 15 ? -size : size, i.type);
}
Bits to_half(const Instr& i, Bits a, Bits, Bits) {
  const double value = to_double(a, i.from), size = std::fabs(value);
  const std::int64_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return 0x7fff;
  if (size >= 65520) return sign | 0x7c00;
  if (size < std::ldexp(1.0, -14)) // steps of 2^-24; a carry makes the least normal one
    return sign | static_cast<std::int64_t>(std::nearbyint(std::ldexp(size, 24)));
  int exponent = 0;
  const double fraction = std::frexp(size, &exponent); // 0.5 <= fraction < 1
  const auto digits = static_cast<std::int64_t>(std::nearbyint(std::ldexp(fraction, 11)));
  return sign | (((std::int64_t{exponent} + 13) << 10) + digits); // a carry goes up
}

// Of coordinates and what is before them: other ones give others.
Bits number_of_texel(const Instr&, Bits a, Bits b, Bits) {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15; // 2^64 by the golden ratio
  constexpr unsigned bits = 40;                        // a byte's offset keeps below 2^63
  const std::uint64_t mixed = (unsigned_bits(a) ^ unsigned_bits(b) * factor) * factor;
  return static_cast<std::int64_t>((mixed ^ mixed >> 29) * factor >> (64 - bits));
}

// Conversions of formats of 16 bits and of patterns, which the types alone do not tell apart.
Call conversion(const std::string& name, Type result, const std::vector<Expr>& args) {
  if (args.size() != 1 || args[0]->type.is_bool() || result.is_bool()) return nullptr;
  const Type from = args[0]->type;
  const auto are = [&](unsigned a, unsigned b) {
    return from.is_opaque() && result.is_opaque() && from.width == a && result.width == b;
  };
  if (name == "bits")
    return from.width == result.width && from.width <= 64 ? &reinterpret : nullptr;
  if (name == "b2f") return are(16, 32) ? &from_bfloat : nullptr;
  if (name == "f2b") return are(32, 16) ? &to_bfloat : nullptr;
  if (name == "h2f") return are(16, 32) || are(16, 64) ? &from_half : nullptr;
  if (name == "f2h") return are(32, 16) || are(64, 16) ? &to_half : nullptr;
  return nullptr;
}

} // namespace

std::optional<std::int64_t> float_sum(Type type, std::int64_t a, std::int64_t b) {
  if (type.width != 32 && type.width != 64) return std::nullopt;
  return from_double(to_double(a, type) + to_double(b, type), type);
}

Callee resolve(const std::string& name, Type result, const std::vector<Expr>& args) {
  Callee callee;
  callee.name = name;
  if (args.empty() && result.is_opaque() && (result.width == 32 || result.width == 64) &&
      parse_literal(name, result, callee.literal)) {
    callee.kind = Callee::Kind::literal;
    return callee;
  }
  // zero is zero bits in each format
  if (args.empty() && result.is_opaque() && (name == "0" || name == "0.0")) {
    callee.kind = Callee::Kind::literal;
    return callee;
  }
  if (name == core::texel_number) {
    callee.kind = Callee::Kind::builtin;
    callee.call = &number_of_texel;
    return callee;
  }
  if (const Call convert = conversion(name, result, args)) {
    callee.kind = Callee::Kind::builtin;
    callee.call = convert;
    return callee;
  }
  std::string base = name.starts_with("__") ? name.substr(2) : name;
  auto it = builtins().find(base);
  if (it == builtins().end() && base.ends_with('f')) {
    base.pop_back();
    it = builtins().find(base);
  }
  if (it != builtins().end() && fits(it->second, result, args)) {
    callee.kind = Callee::Kind::builtin;
    callee.call = it->second.call;
  }
  return callee;
}

} // namespace heddle::core::interp
