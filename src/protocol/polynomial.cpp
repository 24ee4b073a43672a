#include "protocol/polynomial.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_set>

namespace heddle::protocol {

namespace {

constexpr unsigned max_depth = 100;
constexpr std::size_t max_terms = 64;
constexpr std::int64_t max_coefficient = std::int64_t{1} << 30;

// Factors in order of Expr::id.
using Monomial = std::vector<Expr>;

// By degree, then by the factors: a product keeps the order of what it multiplies.
struct Before {
  bool operator()(const Monomial& a, const Monomial& b) const {
    if (a.size() != b.size()) return a.size() > b.size();
    return std::ranges::lexicographical_compare(a, b, {}, &Node::id, &Node::id);
  }
};
using Polynomial = std::map<Monomial, std::int64_t, Before>;

Monomial product(const Monomial& a, const Monomial& b) {
  Monomial all(a.size() + b.size());
  std::ranges::merge(a, b, all.begin(), {}, &Node::id, &Node::id);
  return all;
}

class Polynomials {
public:
  // nullopt: too large.
  std::optional<Polynomial> of(Expr e) {
    Polynomial sum;
    if (!add(e, {}, 1, sum, 0)) return std::nullopt;
    return sum;
  }

  // q and r with a = q * b + r, no term of r a multiple of b's first one.
  static std::optional<std::pair<Polynomial, Polynomial>> divided(Polynomial a,
                                                                  const Polynomial& b) {
    std::pair<Polynomial, Polynomial> result;
    auto& [q, r] = result;
    if (a.empty()) return result;
    if (b.empty()) return std::nullopt;
    const auto& [lead, scale] = *b.begin();
    for (std::size_t n = 0; !a.empty(); ++n) {
      const auto [top, c] = *a.begin();
      if (n == 2 * max_terms) return std::nullopt;
      if (c % scale != 0 || !std::ranges::includes(top, lead, {}, &Node::id, &Node::id)) {
        r.insert(a.extract(a.begin()));
        continue;
      }
      Monomial rest;
      std::ranges::set_difference(top, lead, std::back_inserter(rest), {}, &Node::id, &Node::id);
      q[rest] = c / scale;
      for (const auto& [m, d] : b)
        if (!plus(a, product(rest, m), -(c / scale) * d)) return std::nullopt;
    }
    return result;
  }

private:
  static bool plus(Polynomial& to, const Monomial& m, std::int64_t c) {
    std::int64_t& sum = to[m];
    sum += c;
    if (std::abs(sum) > max_coefficient || to.size() > max_terms) return false;
    if (sum == 0) to.erase(m);
    return true;
  }

  // e * beside * scale
  bool add(Expr e, const Monomial& beside, std::int64_t scale, Polynomial& to, unsigned depth) {
    if (depth > max_depth || std::abs(scale) > max_coefficient) return false;
    if (e->op == Op::constant)
      return std::abs(e->value) <= max_coefficient && plus(to, beside, scale * e->value);
    if (e->op == Op::add || (e->op == Op::sub && e->type.is_signed))
      return add(e->args[0], beside, scale, to, depth + 1) &&
             add(e->args[1], beside, e->op == Op::add ? scale : -scale, to, depth + 1);
    if (e->op != Op::mul) return plus(to, product(beside, {e}), scale);
    Polynomial first;
    if (!add(e->args[0], beside, scale, first, depth + 1)) return false;
    return std::ranges::all_of(
        first, [&](const auto& t) { return add(e->args[1], t.first, t.second, to, depth + 1); });
  }
};

// A condition that a choice hangs on, without a choice of its own.
Expr some_condition(Expr e) {
  std::unordered_set<Expr> seen;
  std::vector<Expr> work{e};
  Expr found = nullptr;
  while (!work.empty()) {
    Expr x = work.back();
    work.pop_back();
    if (!seen.insert(x).second) continue;
    if (x->op == Op::ite) {
      Expr inner = some_condition(x->args[0]);
      return inner ? inner : x->args[0];
    }
    work.insert(work.end(), x->args.begin(), x->args.end());
  }
  return found;
}

// `e` where `cond` is known to be as `value` says.
Expr known(Pool& pool, Expr e, Expr cond, Expr value, Pool::Memo& memo) {
  if (e == cond) return value;
  if (e->args.empty()) return e;
  if (const auto it = memo.find(e); it != memo.end()) return it->second;
  std::vector<Expr> args;
  for (Expr a : e->args)
    args.push_back(known(pool, a, cond, value, memo));
  return memo[e] = args == e->args ? e : pool.rebuild(e->op, e->type, e->value, std::move(args));
}

Expr expression(Pool& pool, const Polynomial& p, Type type) {
  Expr sum = pool.constant(0, type);
  for (const auto& [m, c] : p) {
    Expr term = pool.constant(std::abs(c), type);
    for (Expr factor : m)
      term = pool.mul(factor, term);
    sum = c < 0 ? pool.sub(sum, term) : pool.add(sum, term);
  }
  return sum;
}

} // namespace

Expr where(Pool& pool, Expr e, Expr cond, bool holds) {
  Pool::Memo memo;
  return known(pool, e, cond, pool.boolean(holds), memo);
}

std::optional<Choices> split(Pool& pool, const std::vector<Expr>& all) {
  Expr cond = nullptr;
  for (std::size_t i = 0; i < all.size() && !cond; ++i)
    cond = some_condition(all[i]);
  if (!cond) return std::nullopt;
  Choices found{cond, {}, {}};
  for (Expr e : all) {
    found.then.push_back(where(pool, e, cond, true));
    found.otherwise.push_back(where(pool, e, cond, false));
  }
  return found;
}

std::optional<Division> divided(Pool& pool, Expr a, Expr b) {
  Polynomials polynomials;
  const auto n = polynomials.of(a), d = polynomials.of(b);
  const auto parts = n && d ? Polynomials::divided(*n, *d) : std::nullopt;
  if (!parts) return std::nullopt;
  return Division{expression(pool, parts->first, a->type),
                  expression(pool, parts->second, a->type)};
}

Expr quotient(Pool& pool, Expr a, Expr b) {
  const auto parts = divided(pool, a, b);
  return parts && constant_value(parts->rest) == 0 ? parts->quotient : nullptr;
}

} // namespace heddle::protocol
