#include "protocol/loops.hpp"
#include "support/time_limit.hpp"

#include <algorithm>
#include <map>

namespace heddle::protocol {

namespace {

struct ById {
  bool operator()(Expr a, Expr b) const { return a->id < b->id; }
};
using Sum = std::map<Expr, std::int64_t, ById>;

// Splits an expression into leaves; which casts and operators are looked through is a policy.
class Splitter {
public:
  explicit Splitter(std::function<bool(Expr)> opens) : opens_(std::move(opens)) {}

  Linear run(Expr e) {
    visit(e, 1, 0);
    Linear out;
    out.constant = constant_;
    for (auto [leaf, c] : sum_)
      if (c != 0) out.terms.emplace_back(leaf, c);
    return out;
  }

private:
  static constexpr unsigned max_depth = 200;

  // Coefficients wrap: both readings are rings.
  static std::int64_t times(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
  }
  static void plus(std::int64_t& into, std::int64_t b) {
    into =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(into) + static_cast<std::uint64_t>(b));
  }

  void visit(Expr e, std::int64_t scale, unsigned depth) {
    if (e->op == Op::constant) {
      plus(constant_, times(scale, e->value));
    } else if (depth > max_depth || !opens_(e)) {
      plus(sum_[e], scale);
    } else if (e->op == Op::add || e->op == Op::sub) {
      visit(e->args[0], scale, depth + 1);
      visit(e->args[1], e->op == Op::add ? scale : times(scale, -1), depth + 1);
    } else if (e->op == Op::mul && e->args[1]->op == Op::constant) {
      visit(e->args[0], times(scale, e->args[1]->value), depth + 1);
    } else if (e->op == Op::cast) {
      visit(e->args[0], scale, depth + 1);
    } else {
      plus(sum_[e], scale);
    }
  }

  std::function<bool(Expr)> opens_;
  Sum sum_;
  std::int64_t constant_ = 0;
};

bool fits(Interval i, Type type) {
  const Interval range = type_range(type);
  return i.low && *i.low >= *range.low && (!range.high || (i.high && *i.high <= *range.high));
}

// Does this cast keep the value in the unbounded reading?
bool keeps_value(const Pool& pool, Expr cast) {
  const Type from = cast->args[0]->type, to = cast->type;
  if (fits(type_range(from), to)) return true;
  const Interval i = interval(pool, cast->args[0]);
  if (fits(i, to)) return true;
  return to.width >= 32 && to.width >= from.width && i.low && *i.low >= 0;
}

} // namespace

std::int64_t Linear::coefficient(Expr leaf) const {
  for (auto [e, c] : terms)
    if (e == leaf) return c;
  return 0;
}

void Linear::remove(Expr leaf) {
  std::erase_if(terms, [&](const auto& t) { return t.first == leaf; });
}

Linear Linear::minus(const Linear& other) const {
  Sum sum(terms.begin(), terms.end());
  for (auto [e, c] : other.terms)
    sum[e] -= c;
  Linear out;
  out.constant = constant - other.constant;
  for (auto [e, c] : sum)
    if (c != 0) out.terms.emplace_back(e, c);
  return out;
}

Linear linear_modular(Expr e) {
  const unsigned width = e->type.width;
  return Splitter([width](Expr x) {
           if (x->op == Op::cast) return x->type.width >= width && x->args[0]->type.width >= width;
           return true;
         })
      .run(e);
}

Linear linear_in_low_bits(Expr e) {
  return Splitter([](Expr) { return true; }).run(e);
}

Linear linear_exact(const Pool& pool, Expr e) {
  return Splitter([&pool](Expr x) {
           if (x->op == Op::cast) return keeps_value(pool, x);
           return x->op != Op::sub || x->type.is_signed;
         })
      .run(e);
}

Difference difference(Pool& pool, const Linear& sum, Type type) {
  Difference d{nullptr, nullptr};
  const auto put = [&](Expr& into, Expr e) { into = into ? pool.add(into, e) : e; };
  const auto scaled = [&](Expr leaf, std::int64_t c) {
    return pool.mul(pool.cast(leaf, type), pool.constant(c, type));
  };
  for (auto [leaf, c] : sum.terms) {
    const std::int64_t s = wrap(c, Type::integer(type.width, true));
    if (s >= 0)
      put(d.plus, scaled(leaf, s));
    else
      put(d.minus, scaled(leaf, -s));
  }
  const std::int64_t s = wrap(sum.constant, Type::integer(type.width, true));
  if (s > 0 || (s == INT64_MIN)) put(d.plus, pool.constant(s, type));
  if (s < 0 && s != INT64_MIN) put(d.minus, pool.constant(-s, type));
  return d;
}

Expr tidy(Pool& pool, Expr e) {
  if (e->op != Op::add && e->op != Op::sub) return e;
  const Linear sum = linear_modular(e);
  if (sum.terms.size() >= atoms(e).size()) return e;
  const Difference d = difference(pool, sum, e->type);
  Expr plus = d.plus ? d.plus : pool.constant(0, e->type);
  return d.minus ? pool.sub(plus, d.minus) : plus;
}

bool mentions(Expr e, Expr leaf) {
  std::unordered_set<Expr> seen;
  std::vector<Expr> work{e};
  while (!work.empty()) {
    Expr x = work.back();
    work.pop_back();
    if (x == leaf) return true;
    TimeLimit::poll();
    if (seen.insert(x).second) work.insert(work.end(), x->args.begin(), x->args.end());
  }
  return false;
}

Expr replace(Pool& pool, Expr e, Expr leaf, Expr by) {
  return pool.substitute(e, [&](Expr x) -> Expr { return x == leaf ? by : nullptr; });
}

namespace {

// (x - 1) * c -> x * c - c: after stepping k back, so that i0 + (k - 1) * c + c folds to i0 + k * c
Expr step_back(Pool& pool, Expr e, Expr binder, Pool::Memo& memo) {
  if (auto it = memo.find(e); it != memo.end()) return it->second;
  Expr result = e;
  if (e == binder) {
    result = pool.sub(binder, pool.constant(1, binder->type));
  } else if (!e->args.empty()) {
    std::vector<Expr> args;
    for (Expr a : e->args)
      args.push_back(step_back(pool, a, binder, memo));
    if (args != e->args) {
      const bool linear = e->op == Op::mul && e->type.is_signed && args[1]->op == Op::constant &&
                          args[0]->op == Op::add && args[0]->args[1]->op == Op::constant;
      result = linear ? pool.add(pool.mul(args[0]->args[0], args[1]),
                                 pool.mul(args[0]->args[1], args[1]))
                      : pool.rebuild(e->op, e->type, e->value, std::move(args));
    }
  }
  memo.emplace(e, result);
  return result;
}

} // namespace

Expr at_previous(Pool& pool, Expr e, Expr binder, Pool::Memo memo) {
  return step_back(pool, e, binder, memo);
}

} // namespace heddle::protocol
