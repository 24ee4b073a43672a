// Variables that stay where they come to a limit:
//
//   if (next != end) { .. next += stride; }      next is `end` once it was, else next0 + k * stride
//   if (x != e) x += a;  if (x != e) x += b;     likewise, by steps that take turns
//
// That it has stopped within t steps is solved where the limit is a whole number of steps away;
// else it is `stops_within` of protocol.hpp, which an outer loop joins with its own number. Of two
// steps that take turns a sum of fewer may come to the limit by chance: there it is either.
#include "protocol/loops_stopping.hpp"

#include "protocol/polynomial.hpp"
#include "protocol/protocol.hpp"

#include <algorithm>
#include <array>

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
  Stopping s{args[1], {args.begin() + 2, args.end() - 1}, args.back(), {}};
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

// Where a variable is, and whether it stays there.
struct Place {
  Expr stopped, value;
};

// Where a variable is that has made `number` steps, or fewer where it stops: so many rounds, and
// the first `more` steps of another one.
class Stopped {
public:
  Stopped(Pool& pool, Expr number, Expr times, std::size_t more = 0)
      : pool_(pool),
        number_(pool.add(number, pool.constant(static_cast<std::int64_t>(more), number->type))),
        times_(times), more_(more) {}

  Expr value(const Stopping& s, Expr init) {
    if (const auto solved = known(s, init)) return solved->value;
    return place(s, init, stops(s, init, number_)).value;
  }
  std::optional<Place> known(const Stopping& s, Expr init) { return solve(s, init, 0); }

private:
  static constexpr unsigned max_choices = 4;

  // nullopt: of a choice it is not known how many steps away the limit is.
  std::optional<Place> solve(const Stopping& s, Expr init, unsigned choices) {
    if (init == s.limit) return Place{pool_.boolean(true), init};
    if (init->op == Op::ite && init->args[1] == s.limit) // an outer loop's steps may have led there
      if (const auto solved = from(s, init->args[2], init->args[0])) return solved;
    if (s.steps.size() > 1)
      if (const auto solved = from(s, init, pool_.boolean(false))) return solved;
    std::vector<Expr> all{s.limit, init};
    all.insert(all.end(), s.steps.begin(), s.steps.end());
    const auto cases = choices < max_choices ? split(pool_, all) : std::nullopt;
    if (!cases) return from(s, init, pool_.boolean(false));
    const auto of = [&](const std::vector<Expr>& e) {
      return solve({e[0], {e.begin() + 2, e.end()}, s.number, {}}, e[1], choices + 1);
    };
    const auto then = of(cases->then), otherwise = then ? of(cases->otherwise) : std::nullopt;
    if (!otherwise) return std::nullopt;
    return Place{pool_.ite(cases->cond, then->stopped, otherwise->stopped),
                 pool_.ite(cases->cond, then->value, otherwise->value)};
  }

  std::optional<Place> from(const Stopping& s, Expr init, Expr before) {
    const Expr n = distance(s, init);
    Expr stopped = nullptr;
    if (s.steps.size() > 1)
      stopped = after_turns(s, init, before, n);
    else if (n)
      stopped = after(before, n);
    if (!stopped) return std::nullopt;
    return place(s, init, stopped);
  }

  Place place(const Stopping& s, Expr init, Expr stopped) {
    Expr value = pool_.add(init, moved(pool_, s, times_));
    for (std::size_t i = 0; i < more_; ++i)
      value = pool_.add(value, s.steps[i]);
    return {stopped, pool_.ite(stopped, s.limit, value)};
  }

  // How many steps away the limit is; nullptr: not known.
  Expr distance(const Stopping& s, Expr init) {
    Expr whole = pool_.sub(s.limit, init);
    if (s.steps.size() == 1) return quotient(pool_, whole, s.steps[0]);
    if (s.steps.size() != 2) return nullptr;
    Expr round = sum_of(pool_, s.steps), first = s.steps[0];
    if (const auto by_first = divided(pool_, whole, first))
      if (Expr n = in_turns(quotient(pool_, by_first->rest, round), by_first->quotient)) return n;
    const auto by_round = divided(pool_, whole, round);
    return by_round ? in_turns(by_round->quotient, quotient(pool_, by_round->rest, first))
                    : nullptr;
  }
  // Whole rounds of two steps, and the first step once more or not.
  Expr in_turns(Expr rounds, Expr last) {
    if (!rounds || !last) return nullptr;
    const Interval range = interval(pool_, last);
    if (!range.low || *range.low < 0 || !range.high || *range.high > 1) return nullptr;
    return pool_.add(pool_.mul(rounds, pool_.constant(2, last->type)), last);
  }

  // Stopped before, or within `number_` of the steps that take turns: where an outer loop made
  // whole rounds of them, within all of these.
  Expr after_turns(const Stopping& s, Expr init, Expr before, Expr n) {
    if (const auto outer = outer_turns(s, init, before)) {
      Expr first = distance(s, outer->n), all = pool_.add(outer->t, number_);
      return first ? pool_.logical_or(within(first, all), stops(s, outer->n, all)) : nullptr;
    }
    if (!n) return nullptr;
    return pool_.any(std::array{before, within(n, number_), stops(s, init, number_)});
  }

  // Of stops_within(x, limit, steps.., t), where that led to `init`: x and t.
  std::optional<Within> outer_turns(const Stopping& s, Expr init, Expr before) {
    std::vector<Expr> parts{before};
    if (before->op == Op::logical_or) parts = before->args;
    for (Expr e : parts) {
      if (e->op != Op::apply || pool_.function(e).name != stops_within) continue;
      const auto& args = e->args;
      Stopping outer{args[1], {args.begin() + 2, args.end() - 1}, args.back(), {}};
      if (outer.limit != s.limit || outer.steps != s.steps) continue;
      const auto turns = static_cast<std::int64_t>(s.steps.size());
      Expr one = pool_.constant(1, init->type),
           way = pool_.mul(outer.number, sum_of(pool_, s.steps));
      Expr gone = pool_.mul(pool_.sub(init, args[0]), pool_.constant(turns, init->type));
      Expr rest = quotient(pool_, pool_.sub(gone, way), one);
      if (rest && constant_value(rest) == 0) return Within{args[0], outer.number};
    }
    return std::nullopt;
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
  Expr stops(const Stopping& s, Expr init, Expr number) {
    std::vector<Expr> args{init, s.limit};
    args.insert(args.end(), s.steps.begin(), s.steps.end());
    args.push_back(number);
    return pool_.apply(pool_.pure_function(stops_within, Type::boolean()), std::move(args));
  }

  Pool& pool_;
  Expr number_, times_;
  std::size_t more_;
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
    found.before.insert(found.before.begin(), choice->from);
    e = choice->from;
  }
  found.number = pool.constant(static_cast<std::int64_t>(found.steps.size()), end->type);
  return found;
}

Expr stopping_value(Pool& pool, const Stopping& s, Expr init, Expr binder) {
  Expr k = pool.cast(binder, init->type);
  return Stopped(pool, pool.mul(k, s.number), k).value(s, init);
}

std::vector<KnownValue> known_on_the_way(Pool& pool, const Stopping& s, Expr init, Expr binder) {
  std::vector<KnownValue> found;
  Expr k = pool.cast(binder, init->type), stopped = pool.boolean(false);
  for (std::size_t i = 0; i < s.before.size(); ++i) {
    const auto place = Stopped(pool, pool.mul(k, s.number), k, i).known(s, init);
    if (!place) return {};
    stopped = pool.logical_or(stopped, place->stopped); // before this step, or an earlier one
    if (i > 0) found.push_back({s.before[i], place->value});
    found.push_back({pool.eq(s.before[i], s.limit), stopped});
  }
  return found;
}

} // namespace heddle::protocol
