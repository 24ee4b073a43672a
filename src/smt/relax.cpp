#include "smt/relax.hpp"

#include "smt/normal/normalise.hpp"
#include "smt/normal/rules.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace heddle::smt {

namespace {

enum class Without { products, wide_products, bits, large };

class Relaxation {
public:
  Relaxation(Pool& pool, Without what) : pool_(pool), what_(what) {}

  // A formula that `e` implies; `holds`: that its negation implies otherwise. Depth is limited by
  // check_size.
  Expr implied(Expr e, bool holds) {
    if (!has_any(e)) return holds ? e : pool_.logical_not(e);
    if (e->op == Op::logical_not) return implied(e->args[0], !holds);
    if (e->op == Op::logical_and || e->op == Op::logical_or) {
      std::vector<Expr> parts;
      for (Expr a : e->args)
        parts.push_back(implied(a, holds));
      return (e->op == Op::logical_and) == holds ? pool_.all(parts) : pool_.any(parts);
    }
    const Expr open = without_applications(e);
    if (!has_any(open)) return holds ? open : pool_.logical_not(open);
    fired(Rule::product_left_out);
    return pool_.boolean(true);
  }

  bool has_any(Expr e) {
    const auto it = memo_.find(e);
    if (it != memo_.end()) return it->second;
    const bool found =
        is_left_out(e) || std::ranges::any_of(e->args, [&](Expr a) { return has_any(a); });
    memo_.emplace(e, found);
    return found;
  }

private:
  bool is_left_out(Expr e) {
    const auto open = [&](std::size_t i) { return e->args[i]->op != Op::constant; };
    switch (what_) {
    case Without::wide_products:
      return e->op == Op::mul && e->type == Type::u64() && open(0) && open(1);
    case Without::products:
      if (e->op == Op::mul) return open(0) && open(1);
      return (e->op == Op::div || e->op == Op::rem) && open(1);
    case Without::bits:
      if (e->op == Op::shl || e->op == Op::shr) return open(1);
      return (e->op == Op::bit_and || e->op == Op::bit_or || e->op == Op::bit_xor) && open(0) &&
             open(1);
    case Without::large:
      return is_large(e);
    }
    return false;
  }

  // Has its normal form constants beyond what is counted with?
  bool is_large(Expr e) {
    try {
      if (e->type.is_bool())
        normaliser_.boolean(e);
      else
        normaliser_.integer(e);
      return false;
    } catch (const TooLarge&) {
      return true;
    }
  }

  Expr without_applications(Expr e) {
    if (!has_any(e)) return e;
    if (e->op == Op::apply) return unknown(e);
    if (e->args.empty()) return e;
    std::vector<Expr> args;
    for (Expr a : e->args)
      args.push_back(without_applications(a));
    return pool_.rebuild(e->op, e->type, e->value, std::move(args));
  }

  Expr unknown(Expr e) {
    Expr& made = unknowns_[e];
    if (made) return made;
    const Function& f = pool_.function(e);
    made =
        pool_.symbol_ref(pool_.new_symbol({f.name, e->type, Role::fresh, 0, f.low, f.high, f.loc}));
    return made;
  }

  Pool& pool_;
  const Without what_;
  Problem problem_;
  Normaliser normaliser_{pool_, problem_};
  std::unordered_map<Expr, bool> memo_;
  std::unordered_map<Expr, Expr> unknowns_;
};

std::vector<Expr> relaxed(Pool& pool, const std::vector<Expr>& assertions, Without what) {
  Relaxation relaxation(pool, what);
  if (std::ranges::none_of(assertions, [&](Expr e) { return relaxation.has_any(e); })) return {};
  std::vector<Expr> result;
  for (Expr e : assertions)
    if (Expr weaker = relaxation.implied(e, true); !is_true(weaker)) result.push_back(weaker);
  return result;
}

void add_compared(Expr e, std::unordered_set<Expr>& compared) {
  if (e->op == Op::eq && e->args[0]->type.is_int())
    for (Expr atom : atoms(e))
      compared.insert(atom);
  if (e->op == Op::logical_and || e->op == Op::logical_or)
    for (Expr a : e->args)
      add_compared(a, compared);
}

// A formula that `e` implies, of these alone. Depth is limited by check_size.
Expr about(Pool& pool, Expr e, const std::unordered_set<Expr>& compared) {
  if (e->op == Op::logical_and || e->op == Op::logical_or) {
    std::vector<Expr> parts;
    for (Expr a : e->args)
      parts.push_back(about(pool, a, compared));
    return e->op == Op::logical_and ? pool.all(parts) : pool.any(parts);
  }
  const bool is_known =
      std::ranges::all_of(atoms(e), [&](Expr atom) { return compared.contains(atom); });
  return is_known ? e : pool.boolean(true);
}

} // namespace

std::vector<Expr> without_products(Pool& pool, const std::vector<Expr>& assertions) {
  return relaxed(pool, assertions, Without::products);
}

std::vector<Expr> without_wide_products(Pool& pool, const std::vector<Expr>& assertions) {
  return relaxed(pool, assertions, Without::wide_products);
}

std::vector<Expr> without_bits(Pool& pool, const std::vector<Expr>& assertions) {
  return relaxed(pool, assertions, Without::bits);
}

std::vector<Expr> without_large(Pool& pool, const std::vector<Expr>& assertions) {
  return relaxed(pool, assertions, Without::large);
}

std::vector<Expr> of_compared(Pool& pool, const std::vector<Expr>& assertions, Expr question) {
  std::unordered_set<Expr> compared;
  add_compared(question, compared);
  std::vector<Expr> weaker;
  for (Expr e : assertions)
    if (Expr part = about(pool, e, compared); !is_true(part)) weaker.push_back(part);
  if (compared.empty() || weaker == assertions) return {};
  return weaker;
}

} // namespace heddle::smt
