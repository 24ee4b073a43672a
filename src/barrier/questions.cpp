#include "barrier/questions.hpp"

#include "barrier/windows.hpp"

#include <algorithm>
#include <set>

namespace heddle::barrier {

namespace {

using protocol::Cross;
using protocol::Side;

Expr number(Pool& pool, std::int64_t v) { return pool.constant(v, Type::i64()); }

// The skeleton's parameter: max(0, n).
Expr parameter(Pool& pool, Expr n) {
  Expr zero = number(pool, 0);
  return n ? pool.ite(pool.lt(n, zero), zero, n) : zero;
}

// Symbols for what two accesses are asked about, and what they stand for.
class Relating {
public:
  explicit Relating(Pool& pool)
      : pool_(pool), n_(fresh("n")), i_(fresh("i")), j_(fresh("j")), first_(fresh("T1")),
        second_(fresh("T2")) {}

  // p@i is before q@j; `swapped`: the first thread is at q, the second at p.
  Expr before(const Order& order, bool swapped) {
    Expr i = swapped ? j_ : i_, j = swapped ? i_ : j_;
    switch (order.kind) {
    case Order::Kind::never:
      return pool_.boolean(false);
    case Order::Kind::always:
      return pool_.boolean(true);
    case Order::Kind::distance:
      return pool_.le(i, pool_.sub(j, number(pool_, order.distance)));
    case Order::Kind::windows:
      break;
    }
    std::vector<Expr> any;
    for (const Window& w : order.windows)
      any.push_back(fits(w, i, j, swapped));
    return pool_.any(any);
  }

  Cross::Relation relation(Expr fact, Expr n, const RoleAccesses& first, const Segment& p,
                           const RoleAccesses& second, const Segment& q) {
    const auto trips = [&](const RoleAccesses& role, const Segment& s) {
      return parameter(pool_, role.trips[s.section]);
    };
    return {fact,
            {{n_, parameter(pool_, n)}, {i_, p.iteration}, {first_, trips(first, p)}},
            {{j_, q.iteration}, {second_, trips(second, q)}},
            {}};
  }

private:
  Expr fresh(const char* name) {
    return pool_.symbol_ref(
        pool_.new_symbol({name, Type::i64(), heddle::Role::fresh, 0, {}, {}, {}}));
  }

  Expr value(const Linear& l, Expr j, bool swapped) {
    Expr base = number(pool_, 0);
    if (l.base == Linear::Base::second) base = j;
    if (l.base == Linear::Base::trips_first) base = swapped ? second_ : first_;
    if (l.base == Linear::Base::trips_second) base = swapped ? first_ : second_;
    return pool_.add(base, number(pool_, l.constant));
  }

  Expr congruent(Expr e, std::int64_t residue, std::int64_t period) {
    if (period == 1) return pool_.boolean(true);
    return pool_.eq(pool_.rem(pool_.sub(e, number(pool_, residue)), number(pool_, period)),
                    number(pool_, 0));
  }

  Expr fits(const Window& w, Expr i, Expr j, bool swapped) {
    std::vector<Expr> parts;
    if (w.n_period == 0) {
      parts.push_back(pool_.eq(n_, number(pool_, w.n_first)));
    } else {
      parts.push_back(pool_.le(number(pool_, w.n_first), n_));
      parts.push_back(congruent(n_, w.n_first, w.n_period));
    }
    parts.push_back(pool_.le(value(w.low, j, swapped), j));
    parts.push_back(pool_.le(j, value(w.high, j, swapped)));
    parts.push_back(congruent(j, w.low.constant, w.j_period));
    parts.push_back(pool_.le(i, value(w.last, j, swapped)));
    return pool_.all(parts);
  }

  Pool& pool_;
  Expr n_, i_, j_, first_, second_;
};

// Do the two orders together leave no pair of iterations unordered?
bool covers(const Order& a, const Order& b) {
  using Kind = Order::Kind;
  if (a.kind == Kind::always || b.kind == Kind::always) return true;
  return a.kind == Kind::distance && b.kind == Kind::distance && a.distance + b.distance <= 1;
}

// Barriers at which `first` registers and `second` waits.
std::string could_order(const Role& first, const Role& second) {
  std::set<BarrierIndex> registers, waits;
  const auto collect = [](const Role& role, bool only_waits, std::set<BarrierIndex>& into) {
    for (const Section& section : role.sections)
      for (const Operation& op : section.operations)
        if (!only_waits || op.kind == Operation::Kind::sync)
          into.insert(op.barriers.begin(), op.barriers.end());
  };
  collect(first, false, registers);
  collect(second, true, waits);
  std::string text;
  for (BarrierIndex b : registers)
    if (b != not_executed && b < named_barriers && waits.contains(b))
      text += (text.empty() ? "barrier " : ", barrier ") + std::to_string(b);
  return text;
}

protocol::SidePtr side(const Segment& segment) {
  return std::make_shared<const Side>(Side{Side::Local{segment.accesses}, 1});
}

// The accesses of the roles that no order of barriers keeps apart.
class Builder {
public:
  Builder(Pool& pool, const Case& c, protocol::BlockCrosses& crosses)
      : pool_(pool), case_(c), windows_(*c.analysis), relating_(pool), crosses_(crosses) {}

  void run() {
    const auto& roles = case_.extracted.roles;
    for (std::uint32_t r = 0; r < roles.size(); ++r)
      for (std::size_t p = 0; p < roles[r].segments.size(); ++p)
        for (std::uint32_t s = r; s < roles.size(); ++s)
          for (std::size_t q = s == r ? p : 0; q < roles[s].segments.size(); ++q)
            pair(r, roles[r].segments[p], s, roles[s].segments[q]);
  }

private:
  void pair(std::uint32_t r, const Segment& p, std::uint32_t s, const Segment& q) {
    const Role &one = case_.extracted.skeleton.roles[r], &other = case_.extracted.skeleton.roles[s];
    const bool alone = r == s && one.warps.size() == 1;
    if (!alone) cross(r, p, s, q, Pairing::warps, crosses_.different_warps);
    if (r == s) {
      if (case_.extracted.roles[r].lanes > 1) cross(r, p, s, q, Pairing::lanes, crosses_.same_warp);
    } else if (std::ranges::find_first_of(one.warps, other.warps) != one.warps.end()) {
      cross(r, p, s, q, Pairing::warps, crosses_.same_warp); // lanes that go different ways
    }
  }

  void cross(std::uint32_t r, const Segment& p, std::uint32_t s, const Segment& q, Pairing pairing,
             protocol::Crosses& out) {
    const Point first{r, p.section, p.index}, second{s, q.section, q.index};
    const Order forth = windows_.before(first, second, pairing);
    const Order back = windows_.before(second, first, pairing);
    if (covers(forth, back)) return;
    Expr unordered = pool_.logical_and(pool_.logical_not(relating_.before(forth, false)),
                                       pool_.logical_not(relating_.before(back, true)));
    const Extracted& e = case_.extracted;
    Cross cross{nullptr, side(p), side(q), &p == &q};
    cross.first_cond = pool_.logical_and(e.condition, e.roles[r].member);
    cross.second_cond = e.roles[s].member;
    Cross::Relation relation = relating_.relation(unordered, e.n, e.roles[r], p, e.roles[s], q);
    const auto& roles = e.skeleton.roles;
    relation.order.who = {roles[r].name, roles[s].name};
    const auto iteration = [](const RoleAccesses& role, const Segment& segment) {
      return role.trips[segment.section] ? segment.iteration : nullptr;
    };
    relation.order.iteration = {iteration(e.roles[r], p), iteration(e.roles[s], q)};
    relation.order.could_order = {could_order(roles[r], roles[s]), could_order(roles[s], roles[r])};
    cross.relation = std::make_shared<const Cross::Relation>(std::move(relation));
    if (pairing == Pairing::lanes && &p == &q &&
        std::ranges::any_of(p.accesses, protocol::has_warp_barrier))
      return among_lanes(p, cross);
    out.crosses.push_back(std::move(cross));
  }

  // Parts with barriers of the warp inside, one by one.
  void among_lanes(const Segment& p, const Cross& cross) {
    const auto alone = [](const NodePtr& part) {
      return std::make_shared<const Side>(Side{Side::Local{{part}}, 1});
    };
    for (std::size_t a = 0; a < p.accesses.size(); ++a)
      for (std::size_t b = a; b < p.accesses.size(); ++b) {
        if (a == b && protocol::has_warp_barrier(p.accesses[a])) {
          crosses_.lanes.push_back({p.accesses[a], cross});
          continue;
        }
        Cross pair = cross;
        pair.first = alone(p.accesses[a]);
        pair.second = alone(p.accesses[b]);
        pair.symmetric = a == b;
        crosses_.same_warp.crosses.push_back(std::move(pair));
      }
  }

  Pool& pool_;
  const Case& case_;
  Windows windows_;
  Relating relating_;
  protocol::BlockCrosses& crosses_;
};

} // namespace

Expr parameter_is(Pool& pool, const Case& c, std::int64_t n) {
  return pool.eq(parameter(pool, c.extracted.n), number(pool, n));
}

Expr parameter_from(Pool& pool, const Case& c, std::int64_t n) {
  return pool.le(number(pool, n), parameter(pool, c.extracted.n));
}

Expr bad(Pool& pool, const Case& c) {
  Expr n = parameter(pool, c.extracted.n);
  const Analysis& a = *c.analysis;
  std::vector<Expr> any;
  for (std::int64_t b : a.bad()) {
    any.push_back(pool.eq(n, number(pool, b)));
    if (a.bad_from() || b < a.first()) continue;
    Expr later = pool.le(number(pool, b), n);
    Expr residue = pool.rem(pool.sub(n, number(pool, b)), number(pool, a.period()));
    any.push_back(pool.logical_and(later, pool.eq(residue, number(pool, 0))));
  }
  if (a.bad_from()) any.push_back(pool.le(number(pool, *a.bad_from()), n));
  return pool.logical_and(c.extracted.condition, pool.any(any));
}

Block analyse(const protocol::Protocol& protocol, const Prover& prover) {
  Block block;
  Extraction extraction = extract(protocol, prover);
  block.unknowns = std::move(extraction.unknowns);
  for (Extracted& e : extraction.cases) {
    Case c{std::move(e), nullptr, false};
    c.analysis = std::make_unique<Analysis>(c.extracted.skeleton);
    if (!c.analysis->decided()) {
      block.unknowns.emplace_back("named barriers: " + c.analysis->why(), protocol.kernel->loc);
    } else if (c.extracted.misuses.empty() &&
               prover({}, protocol.pool->logical_not(bad(*protocol.pool, c)))) {
      c.well_synchronized = true;
      Builder(*protocol.pool, c, block.crosses).run();
    }
    block.cases.push_back(std::move(c));
  }
  return block;
}

} // namespace heddle::barrier
