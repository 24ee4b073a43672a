#include "smt/relax.hpp"

#include "smt/normal/rules.hpp"

#include <algorithm>
#include <unordered_map>

namespace heddle::smt {

namespace {

class Relaxation {
public:
  Relaxation(Pool& pool, bool wide_only) : pool_(pool), wide_only_(wide_only) {}

  // A formula that `e` implies; `holds`: that its negation implies otherwise. Depth is limited by
  // check_size.
  Expr implied(Expr e, bool holds) {
    if (!multiplies(e)) return holds ? e : pool_.logical_not(e);
    if (e->op == Op::logical_not) return implied(e->args[0], !holds);
    if (e->op == Op::logical_and || e->op == Op::logical_or) {
      std::vector<Expr> parts;
      for (Expr a : e->args)
        parts.push_back(implied(a, holds));
      return (e->op == Op::logical_and) == holds ? pool_.all(parts) : pool_.any(parts);
    }
    const Expr open = without_applications(e);
    if (!multiplies(open)) return holds ? open : pool_.logical_not(open);
    fired(Rule::product_left_out);
    return pool_.boolean(true);
  }

  bool multiplies(Expr e) {
    const auto it = memo_.find(e);
    if (it != memo_.end()) return it->second;
    const bool found =
        is_product(e) || std::ranges::any_of(e->args, [&](Expr a) { return multiplies(a); });
    memo_.emplace(e, found);
    return found;
  }

private:
  bool is_product(Expr e) const {
    const auto open = [&](std::size_t i) { return e->args[i]->op != Op::constant; };
    if (wide_only_) return e->op == Op::mul && e->type == Type::u64() && open(0) && open(1);
    if (e->op == Op::mul) return open(0) && open(1);
    return (e->op == Op::div || e->op == Op::rem) && open(1);
  }

  Expr without_applications(Expr e) {
    if (!multiplies(e)) return e;
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
  const bool wide_only_;
  std::unordered_map<Expr, bool> memo_;
  std::unordered_map<Expr, Expr> unknowns_;
};

std::vector<Expr> relaxed(Pool& pool, const std::vector<Expr>& assertions, bool wide_only) {
  Relaxation relaxation(pool, wide_only);
  if (std::ranges::none_of(assertions, [&](Expr e) { return relaxation.multiplies(e); })) return {};
  std::vector<Expr> result;
  for (Expr e : assertions)
    if (Expr weaker = relaxation.implied(e, true); !is_true(weaker)) result.push_back(weaker);
  return result;
}

} // namespace

std::vector<Expr> without_products(Pool& pool, const std::vector<Expr>& assertions) {
  return relaxed(pool, assertions, false);
}

std::vector<Expr> without_wide_products(Pool& pool, const std::vector<Expr>& assertions) {
  return relaxed(pool, assertions, true);
}

} // namespace heddle::smt
