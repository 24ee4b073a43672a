#include "protocol/align/align_quantify.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

namespace heddle::protocol {

namespace {

constexpr std::int64_t max_period = 64;
constexpr std::size_t max_instances = 64;
// Instances of guards that hold instances themselves (nested loops) multiply: nodes of all copies.
constexpr std::size_t max_nodes = 5000;

std::size_t dag_size(Expr e, std::size_t limit) {
  std::unordered_set<Expr> seen;
  std::vector<Expr> work{e};
  while (!work.empty() && seen.size() < limit) {
    Expr x = work.back();
    work.pop_back();
    if (seen.insert(x).second) work.insert(work.end(), x->args.begin(), x->args.end());
  }
  return seen.size();
}

// e(k + period) = e(k) + step, for k >= 0.
struct Shift {
  std::int64_t period = 1, step = 0;
};

class Cooper {
public:
  Cooper(Pool& pool, Expr k, Expr low, Expr upper, const Growth::Sequences& sequences)
      : pool_(pool), k_(k), low_(low), upper_(upper), growth_(pool, k, sequences) {}

  Guard none(Expr h) {
    if (is_false(h)) return {pool_.boolean(true)};
    if (h->op == Op::logical_or) { // exists k: (a or b) = (exists k: a) or (exists k: b)
      Guard all{pool_.boolean(true)};
      for (Expr part : h->args)
        join(all, none(part));
      return all;
    }
    if (h->op == Op::logical_not && h->args[0]->op == Op::logical_and) {
      Guard all{pool_.boolean(true)};
      for (Expr part : h->args[0]->args)
        join(all, none(pool_.logical_not(part)));
      return all;
    }
    if (h->op == Op::logical_and) { // conjuncts without k leave the quantifier
      std::vector<Expr> inside, outside;
      for (Expr part : h->args)
        (growth_.mentions(part) ? inside : outside).push_back(part);
      if (!outside.empty()) {
        Guard rest = none(pool_.all(inside));
        return {pool_.logical_or(pool_.logical_not(pool_.all(outside)), rest.cond), rest.exact};
      }
    }
    return instances(h);
  }

private:
  void join(Guard& into, Guard more) {
    into.cond = pool_.logical_and(into.cond, more.cond);
    into.exact = into.exact && more.exact;
  }

  Guard instances(Expr h) {
    period_ = 1;
    exact_ = true;
    points_.clear();
    seen_.clear();
    literals(upper_, true);
    literals(h, true);
    const std::size_t count = (points_.size() + 1) * static_cast<std::size_t>(period_);
    if (!exact_ || count > max_instances ||
        (count > 1 && count * dag_size(h, max_nodes) > max_nodes)) {
      // Any set of instances is a weaker guard, and so a sound one: keep the next iteration.
      exact_ = false;
      points_.clear();
      period_ = 1;
    }
    std::vector<Expr> conjuncts;
    for (std::int64_t j = 1; j <= period_; ++j) {
      Expr at =
          low_ ? pool_.add(low_, pool_.constant(j, k_->type)) : pool_.constant(j - 1, k_->type);
      conjuncts.push_back(pool_.logical_not(instance(at, h)));
    }
    for (Expr point : points_)
      for (std::int64_t j = 1; j <= period_; ++j) {
        Expr at = pool_.add(point, pool_.constant(j, k_->type));
        Expr above = low_ ? pool_.lt(low_, at) : pool_.le(pool_.constant(0, k_->type), at);
        conjuncts.push_back(pool_.logical_not(pool_.logical_and(above, instance(at, h))));
      }
    return {pool_.all(conjuncts), exact_};
  }

  Expr instance(Expr at, Expr h) {
    Pool::Memo memo;
    const auto put = [&](Expr e) { return e == k_ ? at : nullptr; };
    return pool_.logical_and(pool_.substitute(upper_, put, memo), pool_.substitute(h, put, memo));
  }

  // Collects, for every literal of `e` (negated when not `positive`), after which points it may
  // become true, and the period of those that come and go.
  void literals(Expr e, bool positive) {
    if (!exact_ || !growth_.mentions(e) || !seen_.insert({e, positive}).second) return;
    if (positive ? growth_.decreasing(e) : growth_.increasing(e)) return;
    switch (e->op) {
    case Op::logical_not:
      return literals(e->args[0], !positive);
    case Op::logical_and:
    case Op::logical_or:
      for (Expr a : e->args)
        literals(a, positive);
      return;
    case Op::ite:
      literals(e->args[0], true);
      literals(e->args[0], false);
      literals(e->args[1], positive);
      literals(e->args[2], positive);
      return;
    case Op::eq:
      if (e->args[0]->type.is_bool()) {
        for (Expr a : e->args) {
          literals(a, true);
          literals(a, false);
        }
        return;
      }
      return comparison(e, positive);
    case Op::lt:
    case Op::le:
      return comparison(e, positive);
    default:
      exact_ = false;
    }
  }

  void comparison(Expr e, bool positive) {
    Expr left = e->args[0], right = e->args[1];
    if (!left->type.is_int()) {
      exact_ = false;
      return;
    }
    if (auto a = coefficient(left), b = coefficient(right); a && b && *a != *b)
      return linear(e, left, right, *a - *b, positive);
    const auto a = e->op == Op::eq ? shift_to_zero(left, right) : shift(left), b = shift(right);
    if (!a || !b) {
      exact_ = false;
      return;
    }
    // Both move alike or not at all over the common period.
    const std::int64_t common = std::lcm(a->period, b->period);
    if (common > max_period || a->step * (common / a->period) != b->step * (common / b->period)) {
      exact_ = false;
      return;
    }
    period_ = std::lcm(period_, common);
    if (period_ > max_period) exact_ = false;
  }

  // left - right = coef * k + (left - right)(0)
  void linear(Expr e, Expr left, Expr right, std::int64_t coef, bool positive) {
    Expr rest = pool_.sub(at_zero(right), at_zero(left)); // coef * k == rest is the border
    if (coef < 0) rest = pool_.neg(rest);
    const std::int64_t size = coef < 0 ? -coef : coef;
    const auto point = [&](Expr t) {
      Expr quotient = pool_.div(t, pool_.constant(size, Type::i64()));
      return pool_.cast(quotient, k_->type);
    };
    Expr one = pool_.constant(1, Type::i64());
    if (e->op == Op::eq) {
      Expr t = point(rest);
      add_point(positive ? pool_.sub(t, pool_.constant(1, k_->type)) : t);
      return;
    }
    // Only lower bounds come here: upper bounds are decreasing in k. size * k > rest when a strict
    // comparison bounds k from below (or the negation of a weak one does), else size * k >= rest.
    const bool strict = (e->op == Op::lt) == positive;
    add_point(point(strict ? rest : pool_.sub(rest, one)));
  }

  void add_point(Expr point) {
    if (std::ranges::find(points_, point) == points_.end()) points_.push_back(point);
  }

  Expr at_zero(Expr e) {
    Expr zero = pool_.constant(0, k_->type);
    return pool_.cast(pool_.substitute(e, [&](Expr x) { return x == k_ ? zero : nullptr; }),
                      Type::i64());
  }

  // c when e = c * k + e(0).
  std::optional<std::int64_t> coefficient(Expr e) {
    const auto s = shift(e);
    if (!s || s->period != 1) return std::nullopt;
    return s->step;
  }

  std::optional<Shift> shift(Expr e) {
    if (!growth_.mentions(e)) return Shift{1, 0};
    if (e == k_) return Shift{1, 1};
    switch (e->op) {
    case Op::add:
      return sum(shift(e->args[0]), shift(e->args[1]), 1);
    case Op::sub:
      if (!e->type.is_signed) return std::nullopt;
      return sum(shift(e->args[0]), shift(e->args[1]), -1);
    case Op::mul: {
      const auto factor = constant_value(e->args[1]);
      const auto s = shift(e->args[0]);
      std::int64_t step = 0;
      if (!factor || !s || __builtin_mul_overflow(s->step, *factor, &step)) return std::nullopt;
      return Shift{s->period, step};
    }
    case Op::cast:
      return e->type.width >= 32 ? shift(e->args[0]) : std::nullopt;
    case Op::div:
      return quotient(e->args[0], constant_value(e->args[1]));
    case Op::shr:
      if (auto c = constant_value(e->args[1]); c && *c >= 0 && *c < 32)
        return quotient(e->args[0], std::int64_t{1} << *c);
      return std::nullopt;
    case Op::rem:
      if (!growth_.is_nonnegative(e->args[0])) return std::nullopt;
      return remainder(e->args[0], constant_value(e->args[1]));
    case Op::bit_and: {
      const auto mask = constant_value(e->args[1]);
      if (!mask || *mask < 0 || *mask >= max_period) return std::nullopt;
      std::int64_t top = 1;
      while (top <= *mask)
        top *= 2;
      return remainder(e->args[0], top);
    }
    default:
      return std::nullopt;
    }
  }

  // x % s == 0 has a period for negative x as well.
  std::optional<Shift> shift_to_zero(Expr left, Expr right) {
    if (left->op == Op::rem && constant_value(right) == 0)
      return remainder(left->args[0], constant_value(left->args[1]));
    return shift(left);
  }

  static std::optional<Shift> sum(std::optional<Shift> a, std::optional<Shift> b, int sign) {
    if (!a || !b) return std::nullopt;
    const std::int64_t common = std::lcm(a->period, b->period);
    if (common > max_period) return std::nullopt;
    return Shift{common, a->step * (common / a->period) + sign * b->step * (common / b->period)};
  }

  std::optional<Shift> quotient(Expr e, std::optional<std::int64_t> by) {
    const auto s = shift(e);
    if (!s || !by || *by < 1 || *by > max_period || !growth_.is_nonnegative(e)) return std::nullopt;
    const std::int64_t times = *by / std::gcd(*by, s->step);
    if (s->period * times > max_period) return std::nullopt;
    return Shift{s->period * times, s->step * times / *by};
  }

  std::optional<Shift> remainder(Expr e, std::optional<std::int64_t> by) {
    const auto s = shift(e);
    if (!s || !by || *by < 1 || *by > max_period) return std::nullopt;
    const std::int64_t period = s->period * (*by / std::gcd(*by, s->step));
    if (period > max_period) return std::nullopt;
    return Shift{period, 0};
  }

  Pool& pool_;
  Expr k_, low_, upper_;
  Growth growth_;
  std::vector<Expr> points_;
  std::set<std::pair<Expr, bool>> seen_;
  std::int64_t period_ = 1;
  bool exact_ = true;
};

} // namespace

Guard none_above(Pool& pool, Expr k, Expr low, Expr upper, Expr h,
                 const Growth::Sequences& sequences) {
  return Cooper(pool, k, low, upper, sequences).none(h);
}

} // namespace heddle::protocol
