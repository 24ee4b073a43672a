#include "smt/normal/poly.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::smt {

namespace {

[[noreturn]] void overflow() { throw TooLarge{out_of_range}; }

// -2^127 counts as an overflow, for it has no negative: whatever passes here can be negated.
constexpr Wide without_negative = Wide{1} << 127;

bool add_overflows(Wide a, Wide b, Wide& r) {
  return __builtin_add_overflow(a, b, &r) || r == without_negative;
}

bool mul_overflows(Wide a, Wide b, Wide& r) {
  return __builtin_mul_overflow(a, b, &r) || r == without_negative;
}

// The sum, or nothing when it leaves the range.
std::optional<Wide> add(const std::optional<Wide>& a, const std::optional<Wide>& b) {
  Wide r = 0;
  if (!a || !b || add_overflows(*a, *b, r)) return std::nullopt;
  return r;
}

// A bound of a product where one factor may be infinite (absent). `infinite` is set when the
// product has no value.
struct Extended {
  int infinity = 0; // -1, 0, +1
  Wide value = 0;
};

Extended multiply(const Extended& a, const Extended& b) {
  auto sign = [](const Extended& x) {
    return x.infinity ? x.infinity : (x.value > 0) - (x.value < 0);
  };
  const int s = sign(a) * sign(b);
  if (s == 0) return {};
  Extended r;
  if (a.infinity || b.infinity || mul_overflows(a.value, b.value, r.value)) return {s, 0};
  return r;
}

bool less(const Extended& a, const Extended& b) {
  if (a.infinity != b.infinity) return a.infinity < b.infinity;
  return a.infinity == 0 && a.value < b.value;
}

} // namespace

Wide checked_add(Wide a, Wide b) {
  Wide r = 0;
  if (add_overflows(a, b, r)) overflow();
  return r;
}

Wide checked_sub(Wide a, Wide b) {
  Wide r = 0;
  if (__builtin_sub_overflow(a, b, &r) || r == without_negative) overflow();
  return r;
}

Wide checked_mul(Wide a, Wide b) {
  Wide r = 0;
  if (mul_overflows(a, b, r)) overflow();
  return r;
}

Wide floor_div(Wide a, Wide b) {
  assert(b > 0);
  const Wide q = a / b;
  return a % b < 0 ? q - 1 : q;
}

Wide floor_mod(Wide a, Wide b) {
  assert(b > 0);
  const Wide r = a % b;
  return r < 0 ? r + b : r;
}

Wide gcd(Wide a, Wide b) {
  if (a < 0) a = checked_sub(0, a);
  if (b < 0) b = checked_sub(0, b);
  while (b != 0) {
    const Wide r = a % b;
    a = b;
    b = r;
  }
  return a;
}

Wide power_of_two(unsigned exponent) {
  if (exponent > 125) overflow();
  return Wide{1} << exponent;
}

std::string to_string(Wide value) {
  if (value == 0) return "0";
  const bool negative = value < 0;
  std::string digits;
  for (; value != 0; value /= 10) {
    const int d = static_cast<int>(value % 10);
    digits += static_cast<char>('0' + (d < 0 ? -d : d));
  }
  if (negative) digits += '-';
  std::ranges::reverse(digits);
  return digits;
}

Bounds operator+(const Bounds& a, const Bounds& b) {
  return {add(a.low, b.low), add(a.high, b.high)};
}

Bounds operator*(const Bounds& a, const Bounds& b) {
  auto low = [](const Bounds& x) { return x.low ? Extended{0, *x.low} : Extended{-1, 0}; };
  auto high = [](const Bounds& x) { return x.high ? Extended{0, *x.high} : Extended{1, 0}; };
  const Extended corners[] = {multiply(low(a), low(b)), multiply(low(a), high(b)),
                              multiply(high(a), low(b)), multiply(high(a), high(b))};
  const auto [least, most] = std::ranges::minmax_element(corners, less);
  Bounds r;
  if (!least->infinity) r.low = least->value;
  if (!most->infinity) r.high = most->value;
  return r;
}

Bounds operator-(const Bounds& a) { return a * Bounds{-1, -1}; }

Bounds meet(const Bounds& a, const Bounds& b) {
  Bounds r = a;
  if (b.low && (!r.low || *r.low < *b.low)) r.low = b.low;
  if (b.high && (!r.high || *r.high > *b.high)) r.high = b.high;
  return r;
}

Bounds join(const Bounds& a, const Bounds& b) {
  Bounds r;
  if (a.low && b.low) r.low = std::min(*a.low, *b.low);
  if (a.high && b.high) r.high = std::max(*a.high, *b.high);
  return r;
}

std::optional<unsigned> bits_for(const Bounds& b) {
  if (!b.low || !b.high) return std::nullopt;
  for (unsigned bits = 2; bits < 120; ++bits)
    if (-power_of_two(bits - 1) <= *b.low && *b.high < power_of_two(bits - 1)) return bits;
  return std::nullopt;
}

Monomials::Monomials() { intern({}); }

MonoId Monomials::intern(Monomial sorted) {
  auto [it, inserted] = index_.try_emplace(sorted, static_cast<MonoId>(table_.size()));
  if (inserted) table_.push_back(std::move(sorted));
  return it->second;
}

Poly::Poly(Wide constant) {
  if (constant != 0) terms.emplace_back(0, constant);
}

Poly Poly::monomial(MonoId m, Wide coefficient) {
  Poly p;
  if (coefficient != 0) p.terms.emplace_back(m, coefficient);
  return p;
}

Wide Poly::content() const {
  Wide g = 0;
  for (const auto& [m, c] : terms)
    if (m != 0) g = gcd(g, c);
  return g;
}

Poly Poly::without_constant() const {
  Poly p = *this;
  if (!p.terms.empty() && p.terms[0].first == 0) p.terms.erase(p.terms.begin());
  return p;
}

std::strong_ordering Poly::operator<=>(const Poly& o) const {
  if (terms < o.terms) return std::strong_ordering::less;
  return terms == o.terms ? std::strong_ordering::equal : std::strong_ordering::greater;
}

Poly operator+(const Poly& a, const Poly& b) {
  Poly r;
  r.terms.reserve(a.terms.size() + b.terms.size());
  auto i = a.terms.begin(), j = b.terms.begin();
  while (i != a.terms.end() || j != b.terms.end()) {
    if (j == b.terms.end() || (i != a.terms.end() && i->first < j->first)) {
      r.terms.push_back(*i++);
    } else if (i == a.terms.end() || j->first < i->first) {
      r.terms.push_back(*j++);
    } else {
      const Wide c = checked_add(i->second, j->second);
      if (c != 0) r.terms.emplace_back(i->first, c);
      ++i, ++j;
    }
  }
  return r;
}

Poly operator-(const Poly& a, const Poly& b) { return a + scale(b, -1); }

Poly scale(const Poly& a, Wide k) {
  Poly r;
  if (k == 0) return r;
  r.terms = a.terms;
  for (auto& [m, c] : r.terms)
    c = checked_mul(c, k);
  return r;
}

} // namespace heddle::smt
