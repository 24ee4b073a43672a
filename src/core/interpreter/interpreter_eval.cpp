// Instructions without effects, one behind the other (CUDA C++ and PTX ISA semantics): most of what
// a run does. Values are set field by field: a whole one that is read just behind its parts were
// written waits for them.
#include "core/interpreter/interpreter_program.hpp"

#include <cassert>

namespace heddle::core::interp {

namespace {

void set(Value& to, std::int64_t bits, Taint taint = 0, std::int64_t high = 0) {
  to.bits = bits;
  to.taint = taint;
  to.high = high;
}
void copy(Value& to, const Value& from) { set(to, from.bits, from.taint, from.high); }

// As wrap(), for the integers of which most instructions are.
std::int64_t fit(std::int64_t value, Type type) {
  if (!type.is_int()) return value;
  const unsigned unused = 64u - type.width;
  const std::uint64_t up = unsigned_bits(value) << unused;
  return type.is_signed ? signed_bits(up) >> unused : signed_bits(up >> unused);
}

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

void apply(const Program& program, const Instr& i, const Value* frame, Value& to, Taint self) {
  static constexpr Value none{};
  const Callee& f = program.functions[i.extra];
  if (f.kind == Callee::Kind::literal) return set(to, f.literal);
  if (f.kind == Callee::Kind::unknown) return set(to, 0, self);
  const Value& a = frame[i.a];
  const Value& b = i.b == no_slot ? none : frame[i.b];
  const Value& c = i.c == no_slot ? none : frame[i.c];
  if (const Taint t = a.taint ? a.taint : b.taint ? b.taint : c.taint) return set(to, 0, t);
  set(to, f.call(i, a.bits, b.bits, c.bits));
}

void extract(const Instr& i, const Value& vector, Value& to) {
  if (vector.taint) return set(to, 0, vector.taint);
  const std::uint64_t word =
      unsigned_bits(i.extra < 64 ? vector.bits : vector.high) >> i.extra % 64;
  set(to, of_width(word, i.type));
}

void insert(const Instr& i, const Value& vector, const Value& part, Value& to) {
  if (vector.taint || part.taint) return set(to, 0, vector.taint ? vector.taint : part.taint);
  std::int64_t bits = vector.bits, high = vector.high;
  std::int64_t& word = i.extra < 64 ? bits : high;
  word = signed_bits(unsigned_bits(word) | narrow(part.bits, i.from) << i.extra % 64);
  set(to, bits, 0, high);
}

// false && unknown is false, true || unknown is true.
void logical(const Instr& i, const Value& a, const Value& b, Value& to) {
  const std::int64_t absorbing = i.code == Code::logical_or;
  if (!a.taint && a.bits == absorbing) return set(to, absorbing);
  if (!b.taint && b.bits == absorbing) return set(to, absorbing);
  if (a.taint || b.taint) return set(to, 0, a.taint ? a.taint : b.taint);
  set(to, !absorbing);
}

// Of two values: known where both are.
template <class F> void combine(const Value& a, const Value& b, Value& to, const F& f) {
  if (a.taint || b.taint) return set(to, 0, a.taint ? a.taint : b.taint);
  set(to, f(a.bits, b.bits));
}

// Nobody knows what a division by zero gives.
void quotient(const Instr& i, const Value& a, const Value& b, Value& to, Taint self) {
  if (a.taint || b.taint || b.bits != 0)
    return combine(a, b, to, [&](std::int64_t x, std::int64_t y) {
      return fit(divide(x, y, i.type, i.code == Code::rem), i.type);
    });
  set(to, 0, self);
}

void arithmetic(const Instr& i, const Value& a, const Value& b, Value& to) {
  switch (i.code) {
  case Code::add:
    return combine(a, b, to, [&](auto x, auto y) {
      return fit(signed_bits(unsigned_bits(x) + unsigned_bits(y)), i.type);
    });
  case Code::sub:
    return combine(a, b, to, [&](auto x, auto y) {
      return fit(signed_bits(unsigned_bits(x) - unsigned_bits(y)), i.type);
    });
  case Code::mul:
    return combine(a, b, to, [&](auto x, auto y) {
      return fit(signed_bits(unsigned_bits(x) * unsigned_bits(y)), i.type);
    });
  case Code::bit_and:
    return combine(a, b, to, [&](auto x, auto y) { return fit(x & y, i.type); });
  case Code::bit_or:
    return combine(a, b, to, [&](auto x, auto y) { return fit(x | y, i.type); });
  case Code::bit_xor:
    return combine(a, b, to, [&](auto x, auto y) { return fit(x ^ y, i.type); });
  case Code::shl:
  case Code::shr:
    return combine(a, b, to,
                   [&](auto x, auto y) { return fit(shift(i.code, x, y, i.type), i.type); });
  case Code::eq:
    return combine(a, b, to, [&](auto x, auto y) { return x == y && a.high == b.high; });
  case Code::lt:
    return combine(a, b, to, [&](auto x, auto y) { return less(x, y, i.type); });
  case Code::le:
    return combine(a, b, to, [&](auto x, auto y) { return !less(y, x, i.type); });
  default:
    assert(false); // others are handled by execute()
  }
}

void execute(const Program& program, const Instr& i, Value* frame, Taint self) {
  Value& to = frame[i.dst];
  if (i.code == Code::apply) return apply(program, i, frame, to, self);
  const Value& a = frame[i.a];
  switch (i.code) {
  case Code::copy:
    return copy(to, a);
  case Code::extract:
    return extract(i, a, to);
  case Code::insert:
    return insert(i, a, frame[i.b], to);
  case Code::bit_not:
    return set(to, fit(~a.bits, i.type), a.taint);
  case Code::cast:
    return set(to, fit(a.bits, i.type), a.taint);
  case Code::logical_not:
    return set(to, !a.bits, a.taint);
  case Code::logical_and:
  case Code::logical_or:
    return logical(i, a, frame[i.b], to);
  case Code::ite:
    return a.taint ? set(to, 0, a.taint) : copy(to, frame[a.bits ? i.b : i.c]);
  case Code::div:
  case Code::rem:
    return quotient(i, a, frame[i.b], to, self);
  default:
    return arithmetic(i, a, frame[i.b], to);
  }
}

} // namespace

std::uint32_t run_pure(const Program& program, Value* frame, std::uint32_t pc,
                       std::uint64_t& steps) {
  const Instr* code = program.code.data();
  std::uint64_t left = steps;
  for (; left > 0; --left) {
    const Instr& i = code[pc];
    if (i.code <= Code::apply) {
      execute(program, i, frame, ++pc);
    } else if (i.code == Code::jump) {
      pc = i.extra;
    } else if (i.code == Code::branch_unless && frame[i.a].taint == 0) {
      pc = frame[i.a].bits ? pc + 1 : i.extra;
    } else {
      break;
    }
  }
  steps = left;
  return pc;
}

} // namespace heddle::core::interp
