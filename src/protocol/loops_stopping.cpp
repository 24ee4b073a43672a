// Variables that stay where they come to a limit:
//
//   if (next != end) { .. next += stride; }      next is `end` once it was, else next0 + k * stride
//   if (x != e) x += a;  if (x != e) x += b;     likewise, by steps that take turns
//
// That it has stopped within t steps is solved where the limit is a whole number of steps away;
// else it is `stops_within` of protocol.hpp, which an outer loop joins with its own number.
#include "protocol/loops_stopping.hpp"

#include "protocol/polynomial.hpp"
#include "protocol/protocol.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

constexpr std::size_t max_steps = 4; // that take turns

// What stays, where it stays, and what is added elsewhere, of one choice.
struct Choice {
  Expr from = nullptr, limit = nullptr, step = nullptr;
};

std::optional<Choice> choice_of(Pool& pool, Expr e) {
  Expr cond = e->args[0], stays = e->args[1], moves = e->args[2];
  if (cond->op == Op::logical_not) {
    cond = cond->args[0];
    std::swap(stays, moves);
  }
  if (cond->op != Op::eq) return std::nullopt;
  for (const std::size_t side : {0, 1}) {
    Expr from = cond->args[side], limit = cond->args[1 - side];
    if (stays != from && stays != limit) continue;
    Linear sum = linear_modular(moves);
    if (sum.coefficient(from) != 1) continue;
    sum.remove(from);
    const Difference d = difference(pool, sum, e->type);
    Expr step = d.plus ? d.plus : pool.constant(0, e->type);
    return Choice{from, limit, d.minus ? pool.sub(step, d.minus) : step};
  }
  return std::nullopt;
}

Expr sum_of(Pool& pool, const std::vector<Expr>& steps) {
  Expr sum = steps.front();
  for (std::size_t i = 1; i < steps.size(); ++i)
    sum = pool.add(sum, steps[i]);
  return tidy(pool, sum);
}

// How far `times` rounds of all steps lead that do not stop, of `number` steps each.
Expr moved(Pool& pool, const Stopping& s, Expr times) {
  const auto turns = static_cast<std::int64_t>(s.steps.size());
  Expr rounds = pool.div(s.number, pool.constant(turns, s.number->type));
  return pool.mul(pool.mul(times, rounds), sum_of(pool, s.steps));
}

// stops_within(head, limit, steps.., number) ? limit : ..: a loop within this one.
std::optional<Stopping> inner_loop(Pool& pool, Expr e, Expr head) {
  Expr stops = e->args[0];
  if (stops->op != Op::apply || pool.function(stops).name != stops_within) return std::nullopt;
  const auto& args = stops->args;
  if (args.front() != head || args[1] != e->args[1]) return std::nullopt;
  Stopping s{args[1], {args.begin() + 2, args.end() - 1}, args.back()};
  const auto number = constant_value(s.number);
  if (s.steps.size() > 1 && !(number && *number % static_cast<std::int64_t>(s.steps.size()) == 0))
    return std::nullopt;
  Expr one = pool.constant(1, head->type);
  const Linear all = linear_modular(pool.add(head, moved(pool, s, one)));
  const Linear rest = all.minus(linear_modular(e->args[2]));
  if (!rest.terms.empty() || rest.constant != 0) return std::nullopt;
  return s;
}

// 0 <= n && n <= t
struct Within {
  Expr n, t;
};
std::optional<Within> within_of(Expr e) {
  if (e->op != Op::logical_and || e->args.size() != 2) return std::nullopt;
  for (const std::size_t i : {0, 1}) {
    Expr low = e->args[i], high = e->args[1 - i];
    if (low->op != Op::le || high->op != Op::le || low->args[1] != high->args[0]) continue;
    if (constant_value(low->args[0]) == 0) return Within{high->args[0], high->args[1]};
  }
  return std::nullopt;
}

// Values of a variable that has made `number` steps, or fewer where it stops.
class Stopped {
public:
  Stopped(Pool& pool, Expr number, Expr times) : pool_(pool), number_(number), times_(times) {}

  Expr value(const Stopping& s, Expr init) {
    if (Expr solved = solve(s, init, 0)) return solved;
    return pool_.ite(stops(s, init), s.limit, pool_.add(init, moved(pool_, s, times_)));
  }

private:
  static constexpr unsigned max_choices = 4;

  // nullptr: of a choice it is not known how many steps away the limit is.
  Expr solve(const Stopping& s, Expr init, unsigned choices) {
    if (init == s.limit) return init;
    if (init->op == Op::ite && init->args[1] == s.limit) // an outer loop's steps may have led there
      if (Expr solved = from(s, init->args[2], init->args[0])) return solved;
    std::vector<Expr> all{s.limit, init};
    all.insert(all.end(), s.steps.begin(), s.steps.end());
    const auto cases = choices < max_choices ? split(pool_, all) : std::nullopt;
    if (!cases) return from(s, init, pool_.boolean(false));
    const auto of = [&](const std::vector<Expr>& e) {
      return solve({e[0], {e.begin() + 2, e.end()}, s.number}, e[1], choices + 1);
    };
    Expr then = of(cases->then), otherwise = then ? of(cases->otherwise) : nullptr;
    return otherwise ? pool_.ite(cases->cond, then, otherwise) : nullptr;
  }

  Expr from(const Stopping& s, Expr init, Expr before) {
    Expr n = s.steps.size() == 1 ? quotient(pool_, pool_.sub(s.limit, init), s.steps[0]) : nullptr;
    if (!n) return nullptr;
    return pool_.ite(after(before, n), s.limit, pool_.add(init, moved(pool_, s, times_)));
  }

  // Stopped before, or n steps later.
  Expr after(Expr before, Expr n) {
    if (const auto outer = within_of(before))
      if (constant_value(quotient_of_one(pool_.sub(pool_.sub(outer->n, outer->t), n))) == 0 &&
          is_not_negative(outer->t) && is_not_negative(number_))
        return within(outer->n, pool_.add(outer->t, number_));
    return pool_.logical_or(before, within(n, number_));
  }
  Expr quotient_of_one(Expr e) {
    Expr q = quotient(pool_, e, pool_.constant(1, e->type));
    return q ? q : e;
  }
  bool is_not_negative(Expr e) const {
    const Interval range = interval(pool_, e);
    return range.low && *range.low >= 0;
  }
  Expr within(Expr n, Expr t) {
    return pool_.logical_and(pool_.le(pool_.constant(0, n->type), n), pool_.le(n, t));
  }
  Expr stops(const Stopping& s, Expr init) {
    std::vector<Expr> args{init, s.limit};
    args.insert(args.end(), s.steps.begin(), s.steps.end());
    args.push_back(number_);
    return pool_.apply(pool_.pure_function(stops_within, Type::boolean()), std::move(args));
  }

  Pool& pool_;
  Expr number_, times_;
};

} // namespace

std::optional<Stopping> stopping(Pool& pool, Expr end, Expr head) {
  if (!end->type.is_int() || !end->type.is_signed || end->op != Op::ite) return std::nullopt;
  if (auto inner = inner_loop(pool, end, head)) return inner;
  Stopping found;
  for (Expr e = end; e != head;) {
    if (e->op != Op::ite || found.steps.size() == max_steps) return std::nullopt;
    const auto choice = choice_of(pool, e);
    if (!choice || (found.limit && found.limit != choice->limit)) return std::nullopt;
    found.limit = choice->limit;
    found.steps.insert(found.steps.begin(), choice->step);
    e = choice->from;
  }
  found.number = pool.constant(static_cast<std::int64_t>(found.steps.size()), end->type);
  return found;
}

Expr stopping_value(Pool& pool, const Stopping& s, Expr init, Expr binder) {
  Expr k = pool.cast(binder, init->type);
  return Stopped(pool, pool.mul(k, s.number), k).value(s, init);
}

} // namespace heddle::protocol
