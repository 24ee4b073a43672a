#include "barrier/questions.hpp"

#include "barrier/fences.hpp"
#include "barrier/products.hpp"
#include "barrier/relating.hpp"
#include "core/clusters.hpp"
#include "protocol/each_node.hpp"
#include "protocol/loops.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace heddle::barrier {

namespace {

using protocol::Cross;
using protocol::Side;

using Barriers = std::set<BarrierIndex>;

// What `role` takes part in by operations of these kinds.
Barriers barriers_of(const Role& role, std::initializer_list<Operation::Kind> kinds) {
  Barriers found;
  for (const Section& section : role.sections)
    for (const Operation& op : section.operations)
      if (std::ranges::count(kinds, op.kind) && !op.ended)
        found.insert(op.barriers.begin(), op.barriers.end());
  found.erase(not_executed);
  return found;
}

// "full" of full[0], full[1], ..
std::string object_name(const Mbarrier& m) { return m.name.substr(0, m.name.find('[')); }

// Barriers at which `first` registers and `second` waits. Where there are mbarriers among them, one
// of these was meant to; only where copies report do they order what a copy did.
std::string could_order(const Skeleton& skeleton, std::uint32_t first, bool of_copy,
                        std::uint32_t second) {
  using Kind = Operation::Kind;
  const Role &one = skeleton.roles[first], &other = skeleton.roles[second];
  const Barriers registers =
      of_copy
          ? barriers_of(one, {Kind::phase_copy})
          : barriers_of(one, {Kind::arrive, Kind::sync, Kind::phase_arrive, Kind::phase_commit});
  std::string text;
  std::set<std::string> named;
  for (BarrierIndex b : barriers_of(other, {Kind::phase_wait}))
    if (registers.contains(b))
      named.insert(
          object_name(skeleton.mbarriers.at(static_cast<std::size_t>(b - named_barriers))));
  for (const std::string& name : named)
    text += (text.empty() ? "mbarrier " : ", mbarrier ") + name;
  if (!text.empty()) return text;
  for (BarrierIndex b : barriers_of(other, {Kind::sync}))
    if (b < named_barriers && registers.contains(b))
      text +=
          (text.empty() ? "barrier " : ", barrier ") +
          (b == cluster_barrier || (b == 0 && skeleton.of_cluster) ? "of the cluster" : id_text(b));
  return text;
}

// Arrays that are accessed below a node, and whether anything but read.
void collect(const NodePtr& node, std::map<core::ArrayId, bool>& touched) {
  protocol::each_access(node, [&](const protocol::Access& access) {
    bool& changed = touched[access.array];
    changed = changed || access.kind != protocol::AccessKind::read;
  });
}

protocol::SidePtr side(const Segment& segment) {
  return std::make_shared<const Side>(Side{Side::Local{segment.accesses}, 1});
}

} // namespace

bool covers(const Order& a, const Order& b) {
  using Kind = Order::Kind;
  if (a.kind == Kind::always || b.kind == Kind::always) return true;
  return a.kind == Kind::distance && b.kind == Kind::distance && a.distance + b.distance <= 1;
}

void CrossBuilder::run() {
  const auto& roles = case_.extracted.roles;
  for (std::uint32_t r = 0; r < roles.size(); ++r)
    for (std::size_t p = 0; p < roles[r].segments.size(); ++p)
      for (std::uint32_t s = r; s < roles.size(); ++s)
        for (std::size_t q = s == r ? p : 0; q < roles[s].segments.size(); ++q)
          pair(r, roles[r].segments[p], s, roles[s].segments[q]);
}

// Is there an array that both access, and one of them not only reads?
bool CrossBuilder::may_conflict(const Segment& p, const Segment& q) {
  if (!kernel_.aliases.empty()) return true;
  const auto touched = [&](const Segment& segment) -> const std::map<core::ArrayId, bool>& {
    const auto [it, inserted] = touched_.try_emplace(&segment);
    if (inserted)
      for (const NodePtr& node : segment.accesses)
        collect(node, it->second);
    return it->second;
  };
  const auto &first = touched(p), &second = touched(q);
  return std::ranges::any_of(first, [&](const auto& array) {
    const auto other = second.find(array.first);
    return other != second.end() && (array.second || other->second);
  });
}

void CrossBuilder::pair(std::uint32_t r, const Segment& p, std::uint32_t s, const Segment& q) {
  if (!may_conflict(p, q)) return;
  const Role &one = case_.extracted.skeleton.roles[r], &other = case_.extracted.skeleton.roles[s];
  const bool alone = r == s && one.warps.size() == 1;
  const bool later = p.copy || q.copy || p.tensor != no_tensor_part || q.tensor != no_tensor_part;
  if (r == s && later)
    cross({r, s, p, q, Pairing::own}, crosses_.same_thread);
  else if (r == s)
    proxies({r, s, p, q, Pairing::own}, crosses_.same_thread);
  if (!alone) cross({r, s, p, q, Pairing::warps}, crosses_.different_warps);
  if (r == s) {
    if (case_.extracted.roles[r].lanes > 1) cross({r, s, p, q, Pairing::lanes}, crosses_.same_warp);
  } else if (std::ranges::find_first_of(one.warps, other.warps) != one.warps.end()) {
    cross({r, s, p, q, Pairing::warps}, crosses_.same_warp); // lanes that go different ways
  }
}

const CrossBuilder::Kinds& CrossBuilder::kinds(const Segment& segment) {
  const auto [it, inserted] = kinds_.try_emplace(&segment);
  Kinds& found = it->second;
  if (!inserted) return found;
  for (const NodePtr& node : segment.accesses)
    protocol::each_access(node, [&](const protocol::Access& a) {
      found.map |= a.map;
      found.tensor = found.tensor || kernel_.arrays[a.array].is_tensor;
      if (a.async && !a.map) found.async.insert(a.array);
      if (a.async) return;
      bool& changed = found.of_threads[a.array];
      changed = changed || a.kind != protocol::AccessKind::read;
    });
  return found;
}

// One of the two is of a thread, the other, behind it, of the async proxy.
void CrossBuilder::proxies(const Sides& sides, protocol::Crosses& out) {
  const auto& [r, s, p, q, pairing] = sides;
  const Sides turned{s, r, q, p, pairing};
  for (const Sides* in_order : {&sides, &turned}) {
    if (in_order == &turned && &p == &q) continue;
    if (kinds(in_order->p).tensor && kinds(in_order->q).tensor)
      for (Cross::Relation& relation : tensor_unfenced(*in_order))
        add(*in_order, std::move(relation), out);
    if (in_order->p.tensor != no_tensor_part) continue;
    if (kinds(in_order->q).map)
      for (Cross::Relation& relation : map_unfenced(*in_order))
        add(*in_order, std::move(relation), out);
    for (const core::Space space : {core::Space::shared, core::Space::global})
      if (hands_over(in_order->p, in_order->q, space))
        for (Cross::Relation& relation : unfenced(*in_order, space))
          add(*in_order, std::move(relation), out);
  }
}

// Does the async proxy touch in `q` what threads touch in `p`? Of global memory only what they
// write is asked about.
bool CrossBuilder::hands_over(const Segment& p, const Segment& q, core::Space space) {
  const auto of_space = [&](core::ArrayId a) { return kernel_.arrays[a].space == space; };
  const auto& async = kinds(q).async;
  return std::ranges::any_of(kinds(p).of_threads, [&](const auto& touched) {
    const auto& [array, changed] = touched;
    if (!of_space(array) || (space == core::Space::global && !changed)) return false;
    return kernel_.aliases.empty() ? async.contains(array) : std::ranges::any_of(async, of_space);
  });
}

void CrossBuilder::cross(const Sides& sides, protocol::Crosses& out) {
  proxies(sides, out);
  if (kinds(sides.p).tensor && kinds(sides.q).tensor)
    for (Cross::Relation& relation : tensor_unordered(sides))
      add(sides, std::move(relation), out);
  auto relation = unordered(sides);
  if (!relation) return;
  if (sides.p.ends != sides.q.ends)
    relation->fact = pool_.logical_and(relation->fact, pool_.logical_not(kept(sides)));
  if (!is_false(relation->fact)) add(sides, std::move(*relation), out);
}

// Does a role, of the blocks of which one side marks the end, end behind the other side, wherever
// the thread that makes the mark is? A block has ended when all its threads have.
Expr CrossBuilder::kept(const Sides& sides) {
  const bool first_ends = sides.p.ends;
  const std::uint32_t marks = first_ends ? sides.r : sides.s, uses = first_ends ? sides.s : sides.r;
  const Segment& use = first_ends ? sides.q : sides.p;
  std::vector<Expr> any;
  for (std::uint32_t role = 0; role < case_.extracted.roles.size(); ++role) {
    const bool alone = role == uses && case_.extracted.skeleton.roles[role].warps.size() == 1;
    if (role == marks || alone || !is_in_all_blocks(role, marks)) continue;
    any.push_back(relating_.before(before_end(uses, use, role), first_ends));
  }
  return pool_.any(any);
}

// .. in which `of` has the first warp?
bool CrossBuilder::is_in_all_blocks(std::uint32_t role, std::uint32_t of) const {
  const auto& roles = case_.extracted.skeleton.roles;
  std::uint32_t warps = 0;
  for (const Role& r : roles)
    warps = std::max(warps, *std::ranges::max_element(r.warps) + 1);
  const std::uint32_t of_block = warps / core::blocks_of(kernel_.joined);
  const auto there = [&](std::uint32_t block) {
    return std::ranges::any_of(roles[role].warps,
                               [&](std::uint32_t w) { return w / of_block == block; });
  };
  return std::ranges::all_of(
      roles[of].warps, [&](std::uint32_t w) { return w % of_block != 0 || there(w / of_block); });
}

void CrossBuilder::add(const Sides& sides, Cross::Relation relation, protocol::Crosses& out) {
  const auto& [r, s, p, q, pairing] = sides;
  const Extracted& e = case_.extracted;
  Cross cross{nullptr, side(p), side(q), &p == &q};
  cross.first_cond = pool_.logical_and(e.condition, e.roles[r].member);
  cross.second_cond = e.roles[s].member;
  const auto& roles = e.skeleton.roles;
  relation.order.who = {roles[r].name, roles[s].name};
  relation.order.could_order = {could_order(e.skeleton, r, p.copy, s),
                                could_order(e.skeleton, s, q.copy, r)};
  cross.relation = std::make_shared<const Cross::Relation>(std::move(relation));
  if (pairing == Pairing::lanes && &p == &q &&
      std::ranges::any_of(p.accesses, protocol::has_warp_barrier))
    return among_lanes(p, cross);
  out.crosses.push_back(std::move(cross));
}

// Parts with barriers of the warp inside, one by one.
void CrossBuilder::among_lanes(const Segment& p, const Cross& cross) {
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

Expr outer_loop_is(Pool& pool, const Case& c, const std::vector<std::int64_t>& trips,
                   bool or_longer) {
  const Extracted& e = c.extracted;
  std::vector<Expr> parts{e.condition};
  Expr count = number(pool, static_cast<std::int64_t>(trips.size()));
  Expr outer = parameter(pool, e.outer_trips);
  parts.push_back(or_longer ? pool.le(count, outer) : pool.eq(outer, count));
  for (std::size_t t = 0; e.n && t < trips.size(); ++t) {
    Expr here = pool.constant(static_cast<std::int64_t>(t), e.outer_binder->type);
    parts.push_back(pool.eq(parameter(pool, protocol::replace(pool, e.n, e.outer_binder, here)),
                            number(pool, trips[t])));
  }
  return pool.all(parts);
}

namespace {

// What numbers of iterations of inner loops are possible.
NestedLimits limits_of(Pool& pool, const Prover& prover, const Extracted& e) {
  NestedLimits limits;
  constexpr std::int64_t many = 1000;
  const auto below = [&pool, prover, condition = e.condition,
                      trips = e.outer_trips](std::int64_t count) {
    return !trips || prover({condition}, pool.lt(trips, number(pool, count)));
  };
  const bool bounded = below(many);
  limits.reaches = [below, bounded](std::int64_t count) { return !bounded || !below(count); };
  limits.ends = [&pool, prover, condition = e.condition,
                 trips = e.outer_trips](std::int64_t count) {
    return !prover({condition},
                   pool.logical_not(pool.eq(parameter(pool, trips), number(pool, count))));
  };
  if (!e.n) {
    limits.possible = [](std::int64_t n, std::int64_t) { return n == 0; };
    return limits;
  }
  auto known = std::make_shared<std::map<std::pair<std::int64_t, std::int64_t>, bool>>();
  limits.possible = [&pool, prover, known, parameter_n = e.n, condition = e.condition,
                     binder = e.outer_binder,
                     trips = e.outer_trips](std::int64_t n, std::int64_t period) {
    const auto [it, inserted] = known->try_emplace({n, period}, true);
    if (!inserted) return it->second;
    Expr zero = number(pool, 0), here = parameter(pool, parameter_n);
    Expr is = pool.eq(here, number(pool, n));
    if (period > 0)
      is = pool.logical_and(
          pool.le(number(pool, n), here),
          pool.eq(pool.rem(pool.sub(here, number(pool, n)), number(pool, period)), zero));
    std::vector<Expr> facts{condition};
    Expr t = pool.cast(binder, Type::i64());
    if (protocol::mentions(parameter_n, binder))
      facts.insert(facts.end(), {pool.le(zero, t), pool.lt(t, trips)});
    return it->second = !prover(facts, pool.logical_not(is));
  };
  return limits;
}

void analyse_nested(const protocol::Protocol& protocol, const Prover& prover, Case& c,
                    Block& block) {
  Pool& pool = *protocol.pool;
  const Extracted& e = c.extracted;
  const auto products = with_products(*e.nested);
  if (relaxes(*e.nested))
    block.unknowns.emplace_back("relaxed operations on mbarriers in an outer loop",
                                protocol.kernel->loc);
  c.nested = std::make_unique<NestedAnalysis>(products ? *products : *e.nested,
                                              limits_of(pool, prover, e));
  if (!c.nested->decided()) {
    block.unknowns.emplace_back("named barriers in an outer loop: " + c.nested->why(),
                                protocol.kernel->loc);
  } else if (e.misuses.empty() && !c.nested->failure()) {
    c.well_synchronized = true;
    if (const auto loc = left_unfenced(*protocol.kernel, e))
      block.unknowns.emplace_back("what is written here is not fenced at once, and proxy fences "
                                  "are not followed through an outer loop",
                                  *loc);
    std::unique_ptr<NestedAnalysis> of_threads;
    if ((products || orders_less(*e.nested)) && c.nested->has_orders())
      of_threads = std::make_unique<NestedAnalysis>(
          orders_of(products ? *products : *e.nested, std::nullopt), limits_of(pool, prover, e));
    const NestedAnalysis& orders = of_threads ? *of_threads : *c.nested;
    if (orders.has_orders())
      add_nested_crosses(*protocol.kernel, c, {orders, products, limits_of(pool, prover, e)},
                         block.crosses);
    else
      block.unknowns.emplace_back(
          "named barriers in an outer loop: some warps may be in an earlier iteration of it when "
          "all others wait",
          protocol.kernel->loc);
  }
}

void analyse_flat(const protocol::Protocol& protocol, const Prover& prover, Case& c, Block& block) {
  c.products = with_products(c.extracted.skeleton);
  c.analysis = std::make_unique<Analysis>(c.products ? *c.products : c.extracted.skeleton);
  std::unique_ptr<Analysis> of_threads;
  const Skeleton& skeleton = c.products ? *c.products : c.extracted.skeleton;
  std::unique_ptr<Analysis> relaxed;
  const bool relaxing = relaxes(skeleton);
  if ((c.products || orders_less(skeleton) || relaxing) && c.analysis->decided())
    of_threads = std::make_unique<Analysis>(orders_of(skeleton, std::nullopt));
  if (relaxing && c.analysis->decided())
    relaxed = std::make_unique<Analysis>(orders_of(skeleton, std::nullopt, true));
  const Analysis& orders = of_threads ? *of_threads : *c.analysis;
  if (!c.analysis->decided() || !orders.decided() || (relaxed && !relaxed->decided())) {
    const std::string& why = !c.analysis->decided() ? c.analysis->why()
                             : !orders.decided()    ? orders.why()
                                                    : relaxed->why();
    block.unknowns.emplace_back("named barriers: " + why, protocol.kernel->loc);
  } else if (c.extracted.misuses.empty() &&
             prover({}, protocol.pool->logical_not(bad(*protocol.pool, c)))) {
    c.well_synchronized = true;
    add_flat_crosses(*protocol.kernel, c, orders, relaxed.get(), block.crosses);
  }
}

} // namespace

Block analyse(const protocol::Protocol& protocol, const Prover& prover) {
  Block block;
  Extraction extraction = extract(protocol, prover);
  block.unknowns = std::move(extraction.unknowns);
  bool reached = true; // of parts of a case: all before are well-synchronized
  for (Extracted& e : extraction.cases) {
    block.crosses.common.insert(e.told.begin(), e.told.end());
    Case c{std::move(e), nullptr, nullptr, false};
    if (c.extracted.nested)
      analyse_nested(protocol, prover, c, block);
    else if (reached)
      analyse_flat(protocol, prover, c, block);
    const bool judged = reached;
    reached = !c.extracted.followed || (reached && c.well_synchronized);
    if (judged) block.cases.push_back(std::move(c));
  }
  return block;
}

} // namespace heddle::barrier
