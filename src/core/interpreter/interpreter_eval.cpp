// Machine arithmetic of single instructions (CUDA C++ and PTX ISA semantics).
#include "core/interpreter/interpreter_program.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <map>

namespace heddle::core::interp {

namespace {

std::uint64_t unsigned_bits(std::int64_t v) { return static_cast<std::uint64_t>(v); }
std::int64_t signed_bits(std::uint64_t v) { return static_cast<std::int64_t>(v); }

// ---- integers ----------------------------------------------------------------------------------

std::int64_t divide(std::int64_t a, std::int64_t b, Type type, bool remainder) {
  if (type.is_signed) {
    if (b == -1) return remainder ? 0 : signed_bits(0 - unsigned_bits(a)); // INT_MIN / -1 wraps
    return remainder ? a % b : a / b;
  }
  const std::uint64_t x = unsigned_bits(a), y = unsigned_bits(b);
  return signed_bits(remainder ? x % y : x / y);
}

// Shifts by the width or more give 0, or the sign for arithmetic ones (PTX shl, shr clamp).
std::int64_t shift(Code code, std::int64_t a, std::int64_t by, Type type) {
  const bool out = by < 0 || by >= type.width;
  if (code == Code::shl) return out ? 0 : signed_bits(unsigned_bits(a) << by);
  if (type.is_signed) return a >> (out ? 63 : by);
  return out ? 0 : signed_bits(unsigned_bits(a) >> by);
}

bool less(std::int64_t a, std::int64_t b, Type type) {
  return type.is_signed ? a < b : unsigned_bits(a) < unsigned_bits(b);
}

std::int64_t arithmetic(const Instr& i, std::int64_t a, std::int64_t b) {
  switch (i.code) {
  case Code::add:
    return signed_bits(unsigned_bits(a) + unsigned_bits(b));
  case Code::sub:
    return signed_bits(unsigned_bits(a) - unsigned_bits(b));
  case Code::mul:
    return signed_bits(unsigned_bits(a) * unsigned_bits(b));
  case Code::div:
  case Code::rem:
    return divide(a, b, i.type, i.code == Code::rem);
  case Code::bit_and:
    return a & b;
  case Code::bit_or:
    return a | b;
  case Code::bit_xor:
    return a ^ b;
  case Code::shl:
  case Code::shr:
    return shift(i.code, a, b, i.type);
  case Code::eq:
    return a == b;
  case Code::lt:
    return less(a, b, i.type);
  case Code::le:
    return !less(b, a, i.type);
  default:
    assert(false); // unary and others are handled by evaluate()
    return 0;
  }
}

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
template <class F>
Value float_binary(const Instr& i, const Value& a, const Value& b, const Value&) {
  return {from_double(F{}(to_double(a.bits, i.from), to_double(b.bits, i.from)), i.type)};
}
template <class F> Value float_unary(const Instr& i, const Value& a, const Value&, const Value&) {
  return {from_double(F{}(to_double(a.bits, i.from)), i.type)};
}
template <class F>
Value float_compare(const Instr& i, const Value& a, const Value& b, const Value&) {
  return {F{}(to_double(a.bits, i.from), to_double(b.bits, i.from))};
}

Value fused(const Instr& i, const Value& a, const Value& b, const Value& c) {
  const double x = to_double(a.bits, i.from), y = to_double(b.bits, i.from),
               z = to_double(c.bits, i.from);
  if (is_single(i.type))
    return {from_double(
        std::fmaf(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)), i.type)};
  return {from_double(std::fma(x, y, z), i.type)};
}

Value signed_to_float(const Instr& i, const Value& a, const Value&, const Value&) {
  return {is_single(i.type) ? std::int64_t{std::bit_cast<std::uint32_t>(static_cast<float>(a.bits))}
                            : from_double(static_cast<double>(a.bits), i.type)};
}
Value unsigned_to_float(const Instr& i, const Value& a, const Value&, const Value&) {
  const std::uint64_t u = unsigned_bits(a.bits);
  return {is_single(i.type) ? std::int64_t{std::bit_cast<std::uint32_t>(static_cast<float>(u))}
                            : from_double(static_cast<double>(u), i.type)};
}

// Conversions saturate, and give 0 for NaN, as PTX's cvt does.
Value float_to_integer(const Instr& i, const Value& a, const Value&, const Value&) {
  const double v = std::trunc(to_double(a.bits, i.from));
  if (std::isnan(v)) return {0};
  const double top = std::ldexp(1.0, i.type.width - (i.type.is_signed ? 1 : 0));
  const double low = i.type.is_signed ? -top : 0.0;
  if (v < low)
    return {i.type.is_signed ? wrap(signed_bits(std::uint64_t{1} << (i.type.width - 1)), i.type)
                             : 0};
  if (v >= top)
    return {i.type.is_signed ? signed_bits((std::uint64_t{1} << (i.type.width - 1)) - 1)
                             : wrap(-1, i.type)};
  return {i.type.is_signed ? static_cast<std::int64_t>(v)
                           : signed_bits(static_cast<std::uint64_t>(v))};
}

// ---- integer intrinsics ------------------------------------------------------------------------

std::uint64_t narrow(const Value& a, Type t) {
  return t.width >= 64 ? unsigned_bits(a.bits)
                       : unsigned_bits(a.bits) & ((std::uint64_t{1} << t.width) - 1);
}
// A bit pattern as a value of the type.
std::int64_t of_width(std::uint64_t bits, Type type) {
  const std::int64_t low = signed_bits(narrow({signed_bits(bits)}, type));
  return type.is_opaque() ? low : wrap(low, type);
}
Value reinterpret(const Instr& i, const Value& a, const Value&, const Value&) {
  return {of_width(narrow(a, i.from), i.type)};
}

Value population(const Instr& i, const Value& a, const Value&, const Value&) {
  return {std::popcount(narrow(a, i.from))};
}
Value leading_zeros(const Instr& i, const Value& a, const Value&, const Value&) {
  return {std::countl_zero(narrow(a, i.from)) - (64 - i.from.width)};
}
Value trailing_zeros(const Instr& i, const Value& a, const Value&, const Value&) {
  const std::uint64_t v = narrow(a, i.from);
  return {v ? std::countr_zero(v) : static_cast<int>(i.from.width)};
}
Value first_set(const Instr& i, const Value& a, const Value&, const Value&) {
  const std::uint64_t v = narrow(a, i.from);
  return {v ? std::countr_zero(v) + 1 : 0};
}

using Call = Value (*)(const Instr&, const Value&, const Value&, const Value&);
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

} // namespace

namespace {

// Rounds to nearest, ties to even: `dropped` bits at the end go.
std::uint32_t rounded(std::uint32_t bits, unsigned dropped) {
  const std::uint32_t half = 1u << (dropped - 1), odd = bits >> dropped & 1;
  return (bits + half - 1 + odd) >> dropped;
}

Value from_bfloat(const Instr&, const Value& a, const Value&, const Value&) {
  return {(a.bits & 0xffff) << 16};
}
Value to_bfloat(const Instr&, const Value& a, const Value&, const Value&) {
  const auto bits = static_cast<std::uint32_t>(a.bits);
  if ((bits & 0x7fffffff) > 0x7f800000) return {0x7fff}; // NaN
  return {rounded(bits, 16)};
}
Value from_half(const Instr& i, const Value& a, const Value&, const Value&) {
  const std::int64_t bits = a.bits & 0xffff, exponent = bits >> 10 & 31, fraction = bits & 1023;
  const double size = exponent == 31  ? (fraction ? std::nan("") : HUGE_VAL)
                      : exponent == 0 ? std::ldexp(static_cast<double>(fraction), -24)
                                      : std::ldexp(static_cast<double>(1024 + fraction),
                                                   static_cast<int>(exponent) - 25);
  return {from_double(bits >> 15 ? -size : size, i.type)};
}
Value to_half(const Instr& i, const Value& a, const Value&, const Value&) {
  const double value = to_double(a.bits, i.from), size = std::fabs(value);
  const std::int64_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return {0x7fff};
  if (size >= 65520) return {sign | 0x7c00};
  if (size < std::ldexp(1.0, -14)) // steps of 2^-24; a carry makes the least normal one
    return {sign | static_cast<std::int64_t>(std::nearbyint(std::ldexp(size, 24)))};
  int exponent = 0;
  const double fraction = std::frexp(size, &exponent); // 0.5 <= fraction < 1
  const auto digits = static_cast<std::int64_t>(std::nearbyint(std::ldexp(fraction, 11)));
  return {sign | (((std::int64_t{exponent} + 13) << 10) + digits)}; // a carry goes up
}

// Of coordinates and what is before them: other ones give others.
Value number_of_texel(const Instr&, const Value& a, const Value& b, const Value&) {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15; // 2^64 by the golden ratio
  constexpr unsigned bits = 40;                        // a byte's offset keeps below 2^63
  const std::uint64_t mixed = (unsigned_bits(a.bits) ^ unsigned_bits(b.bits) * factor) * factor;
  return {static_cast<std::int64_t>((mixed ^ mixed >> 29) * factor >> (64 - bits))};
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

namespace {

Value apply(const Program& program, const Instr& i, const Value* frame, Taint self) {
  static constexpr Value none{};
  const Callee& f = program.functions[i.extra];
  if (f.kind == Callee::Kind::literal) return {f.literal};
  if (f.kind == Callee::Kind::unknown) return {0, self};
  const Value& a = frame[i.a];
  const Value& b = i.b == no_slot ? none : frame[i.b];
  const Value& c = i.c == no_slot ? none : frame[i.c];
  if (const Taint t = a.taint ? a.taint : b.taint ? b.taint : c.taint) return {0, t};
  return f.call(i, a, b, c);
}

Value extract(const Instr& i, const Value& vector) {
  if (vector.taint) return {0, vector.taint};
  const std::uint64_t word =
      unsigned_bits(i.extra < 64 ? vector.bits : vector.high) >> i.extra % 64;
  return {of_width(word, i.type)};
}

Value insert(const Instr& i, Value vector, const Value& part) {
  if (vector.taint || part.taint) return {0, vector.taint ? vector.taint : part.taint};
  std::int64_t& word = i.extra < 64 ? vector.bits : vector.high;
  word = signed_bits(unsigned_bits(word) | narrow(part, i.from) << i.extra % 64);
  return vector;
}

// false && unknown is false, true || unknown is true.
Value logical(const Instr& i, const Value& a, const Value& b) {
  const std::int64_t absorbing = i.code == Code::logical_or;
  if (!a.taint && a.bits == absorbing) return a;
  if (!b.taint && b.bits == absorbing) return b;
  if (a.taint || b.taint) return {0, a.taint ? a.taint : b.taint};
  return {!absorbing};
}

} // namespace

Value evaluate(const Program& program, const Instr& i, const Value* frame, Taint self) {
  if (i.code == Code::apply) return apply(program, i, frame, self);
  const Value& a = frame[i.a];
  switch (i.code) {
  case Code::extract:
    return extract(i, a);
  case Code::insert:
    return insert(i, a, frame[i.b]);
  case Code::copy:
    return a;
  case Code::bit_not:
    return {wrap(~a.bits, i.type), a.taint};
  case Code::cast:
    return {wrap(a.bits, i.type), a.taint};
  case Code::logical_not:
    return {!a.bits, a.taint};
  case Code::logical_and:
  case Code::logical_or:
    return logical(i, a, frame[i.b]);
  case Code::ite:
    return a.taint ? Value{0, a.taint} : frame[a.bits ? i.b : i.c];
  default:
    break;
  }
  const Value& b = frame[i.b];
  if (a.taint || b.taint) return {0, a.taint ? a.taint : b.taint};
  if ((i.code == Code::div || i.code == Code::rem) && b.bits == 0) return {0, self};
  if (i.code == Code::eq) return {a.bits == b.bits && a.high == b.high};
  return {wrap(arithmetic(i, a.bits, b.bits), i.type)};
}

} // namespace heddle::core::interp
