// Integer polynomials over numbered variables, in one canonical form: equal polynomials compare
// equal. Coefficients are 128-bit and checked; a query whose constants do not fit is refused
// (TooLarge), never wrapped. Neither coefficients nor bounds are ever -2^127, so that all of them
// can be negated.
#pragma once
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle::smt {

__extension__ typedef __int128 Wide;

// Thrown inside src/smt when a query exceeds what the encoder handles; solve() turns it into
// `unknown` with this reason.
struct TooLarge {
  std::string reason;
};
inline constexpr const char* out_of_range = "constants exceed 128 bits";

Wide checked_add(Wide a, Wide b);
Wide checked_sub(Wide a, Wide b);
Wide checked_mul(Wide a, Wide b);
Wide floor_div(Wide a, Wide b); // b > 0
Wide floor_mod(Wide a, Wide b); // b > 0; in 0..b-1
Wide gcd(Wide a, Wide b);       // not negative
Wide power_of_two(unsigned exponent);
std::string to_string(Wide value);

// Inclusive; an absent side is unbounded.
struct Bounds {
  std::optional<Wide> low, high;
  bool contains(Wide v) const { return (!low || *low <= v) && (!high || v <= *high); }
  bool empty() const { return low && high && *low > *high; }
  bool is_single() const { return low && high && *low == *high; }
  bool at_least(Wide v) const { return low && *low >= v; }
  bool at_most(Wide v) const { return high && *high <= v; }
  bool operator==(const Bounds&) const = default;
};
// Results too large for 128 bits become unbounded.
Bounds operator+(const Bounds& a, const Bounds& b);
Bounds operator*(const Bounds& a, const Bounds& b);
Bounds operator-(const Bounds& a);
Bounds meet(const Bounds& a, const Bounds& b);
Bounds join(const Bounds& a, const Bounds& b);
// Bits of two's complement that hold every value; nothing when unbounded or above 120.
std::optional<unsigned> bits_for(const Bounds& b);

using VarId = std::uint32_t;
using MonoId = std::uint32_t;        // index in Monomials; 0 is the empty product
using Monomial = std::vector<VarId>; // sorted, with repetition

class Monomials {
public:
  Monomials();
  MonoId intern(Monomial sorted);
  MonoId of_var(VarId v) { return intern({v}); }
  std::size_t size() const { return table_.size(); }
  // A copy-free view: stable while no monomial is added.
  const Monomial& get(MonoId id) const { return table_[id]; }

private:
  std::vector<Monomial> table_;
  std::map<Monomial, MonoId> index_;
};

struct Poly {
  std::vector<std::pair<MonoId, Wide>> terms; // sorted by id, no zero coefficient

  Poly() = default;
  explicit Poly(Wide constant);
  static Poly monomial(MonoId m, Wide coefficient = 1);
  bool is_zero() const { return terms.empty(); }
  bool is_constant() const { return terms.empty() || (terms.size() == 1 && terms[0].first == 0); }
  Wide constant() const { return !terms.empty() && terms[0].first == 0 ? terms[0].second : 0; }
  // gcd of the coefficients other than the constant term; 0 for constants.
  Wide content() const;
  Poly without_constant() const;
  std::strong_ordering operator<=>(const Poly& o) const;
  bool operator==(const Poly& o) const { return terms == o.terms; }
};
Poly operator+(const Poly& a, const Poly& b);
Poly operator-(const Poly& a, const Poly& b);
Poly scale(const Poly& a, Wide k);

} // namespace heddle::smt
