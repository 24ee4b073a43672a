#include "smt/simplify.hpp"

#include "smt/normal/rules.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <utility>

namespace heddle::smt {

namespace {

std::vector<Expr> flatten(const std::vector<Expr>& assertions) {
  std::vector<Expr> flat;
  for (Expr e : assertions) {
    if (e->op == Op::logical_and) {
      fired(Rule::condition_parts);
      flat.insert(flat.end(), e->args.begin(), e->args.end());
    } else if (!is_true(e))
      flat.push_back(e);
  }
  std::ranges::sort(flat, {}, [](Expr e) { return e->id; });
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  return flat;
}

// What is asserted holds within the alternatives of others, too: `!b || p` beside b says p.
void resolve(Pool& pool, std::vector<Expr>& assertions) {
  const std::unordered_set<Expr> known(assertions.begin(), assertions.end());
  for (Expr& e : assertions) {
    if (e->op != Op::logical_or) continue;
    std::vector<Expr> open;
    for (Expr a : e->args)
      if (a->op != Op::logical_not || !known.contains(a->args[0])) open.push_back(a);
    if (open.size() == e->args.size()) continue;
    fired(Rule::alternative_refuted);
    e = pool.any(open);
  }
}

// s == c, b, !b  ->  the symbol and its value
void find_fixed(Pool& pool, Expr e, std::map<Expr, Expr>& fixed) {
  if (e->op == Op::symbol) {
    fixed.emplace(e, pool.boolean(true));
  } else if (e->op == Op::logical_not && e->args[0]->op == Op::symbol) {
    fixed.emplace(e->args[0], pool.boolean(false));
  } else if (e->op == Op::eq) {
    for (std::size_t i : {0u, 1u})
      if (e->args[i]->op == Op::symbol && e->args[1 - i]->op == Op::constant)
        fixed.emplace(e->args[i], e->args[1 - i]);
  }
}

// n of n, and of what has its value whatever that is: (i64)n of an int.
Expr size_in(const Pool& pool, Expr e) {
  if (e->op == Op::cast && e->type == Type::i64() && e->args[0]->type != Type::u64())
    e = e->args[0];
  return is_launch_constant(pool, e) && e->type.is_int() ? e : nullptr;
}

// What a symbol's declaration says of it, said of another one.
void assert_range(Pool& pool, const Symbol& of, Expr e, std::vector<Expr>& to) {
  if (of.low) to.push_back(pool.le(pool.constant(*of.low, e->type), e));
  if (of.high) to.push_back(pool.le(e, pool.constant(*of.high, e->type)));
}

// A size, and what it is: nullptr where nothing of that is said.
using SizeAndValue = std::pair<Expr, Expr>;

// Sizes of one type: the one that was made first stays.
SizeAndValue size_of_one_type(Pool& pool, Expr a, Expr b) {
  Expr kept = size_in(pool, a), other = size_in(pool, b);
  if (!kept || !other || kept == other || kept->type != other->type) return {};
  return kept->id < other->id ? std::pair{other, kept} : std::pair{kept, other};
}

// n == (i32)m, and (u32)n == m of an m below 2^31.
SizeAndValue size_of_other_sign(Pool& pool, Expr size, Expr cast) {
  if (cast->op != Op::cast || !size_in(pool, size) || size->type != cast->type) return {};
  Expr within = size_in(pool, cast->args[0]);
  if (!within) return {};
  if (cast->type == Type::i32() && within->type == Type::u32()) return {size, cast};
  const auto& most = pool.symbol(size).high;
  const bool fits = most && *most <= std::numeric_limits<std::int32_t>::max();
  if (cast->type != Type::u32() || within->type != Type::i32() || !fits) return {};
  return {within, pool.cast(size, Type::i32())};
}

// Sizes that are equal are one: so are products of them. One pair at a time.
bool join_equal(Pool& pool, Simplified& s, SizeAndValue (*equal)(Pool& pool, Expr a, Expr b)) {
  for (Expr e : s.assertions) {
    if (e->op != Op::eq) continue;
    for (const std::size_t i : {0u, 1u}) {
      const auto [size, value] = equal(pool, e->args[i], e->args[1 - i]);
      if (!size) continue;
      fired(Rule::equal_sizes);
      s.fixed.emplace(size, value);
      assert_range(pool, pool.symbol(size), value, s.assertions);
      return true;
    }
  }
  return false;
}

bool in_declared_range(const Pool& pool, Expr symbol, Expr value) {
  if (!symbol->type.is_int()) return true;
  const Symbol& s = pool.symbol(symbol);
  if (symbol->type == Type::u64() && value->value < 0) return !s.high;
  return (!s.low || value->value >= *s.low) && (!s.high || value->value <= *s.high);
}

} // namespace

bool is_launch_constant(const Pool& pool, Expr e) {
  if (e->op != Op::symbol) return false;
  const Role role = pool.symbol(e).role;
  return role == Role::parameter || role == Role::grid_dim || role == Role::block_dim;
}

Expr Simplified::image(Pool& pool, Expr e) {
  if (fixed.empty()) return e;
  return pool.substitute(
      e,
      [&](Expr a) {
        auto it = fixed.find(a);
        if (it == fixed.end()) return static_cast<Expr>(nullptr);
        fired(Rule::fixed_symbol);
        return it->second;
      },
      replaced);
}

Simplified simplify(Pool& pool, const std::vector<Expr>& assertions) {
  Simplified s;
  s.assertions = flatten(assertions);
  resolve(pool, s.assertions);
  for (Expr e : assertions)
    for (Expr a : atoms(e))
      if (a->op == Op::symbol && a->type.is_int()) {
        const Symbol& symbol = pool.symbol(a);
        if (symbol.low && symbol.low == symbol.high)
          s.fixed.emplace(a, pool.constant(*symbol.low, a->type));
      }
  for (std::size_t before = s.fixed.size() + 1; before != s.fixed.size();) {
    before = s.fixed.size();
    for (Expr e : s.assertions)
      find_fixed(pool, e, s.fixed);
    if (before == s.fixed.size() && !join_equal(pool, s, size_of_one_type))
      join_equal(pool, s, size_of_other_sign);
    if (s.fixed.empty()) break;
    s.replaced.clear();
    for (Expr& e : s.assertions)
      e = s.image(pool, e);
    for (auto& [symbol, value] : s.fixed)
      value = s.image(pool, value);
    s.assertions = flatten(s.assertions);
  }
  for (const auto& [symbol, value] : s.fixed)
    if (value->op == Op::constant && !in_declared_range(pool, symbol, value))
      s.assertions = {pool.boolean(false)};
  if (std::ranges::any_of(s.assertions, is_false)) s.assertions = {pool.boolean(false)};
  return s;
}

} // namespace heddle::smt
