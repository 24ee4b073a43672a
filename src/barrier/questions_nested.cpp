// Which accesses may meet where the loops around barriers are in an outer loop (theory.md section
// 4, step 8).
#include "barrier/products.hpp"
#include "barrier/relating.hpp"
#include "protocol/loops.hpp"

#include <algorithm>

namespace heddle::barrier {

namespace {

using protocol::Cross;

constexpr std::int64_t most_distance = 40;

// One side of a question.
struct Where {
  std::uint32_t role = 0;
  const Segment& segment;
  NestedPoint point;
  Expr outer = nullptr, iteration = nullptr, count = nullptr; // i64; count: nullptr if not known
  Expr trips = nullptr;                                       // of the loop; nullptr: straight
};

class Builder : public CrossBuilder {
public:
  Builder(const core::Kernel& kernel, const Case& c, const NestedOrders& orders,
          protocol::BlockCrosses& crosses)
      : CrossBuilder(kernel, c, crosses), orders_(orders), t1_(fresh(pool_, "t1")),
        t2_(fresh(pool_, "t2")), c1_(fresh(pool_, "c1")), c2_(fresh(pool_, "c2")) {}

private:
  // The orders that hold of what `p` does: a warpgroup's waits for its matrix products make more.
  const NestedAnalysis& orders_of(const Where& p) {
    if (!p.segment.matrix || !orders_.products) return orders_.of_threads;
    const std::uint32_t group =
        case_.extracted.skeleton.roles[p.role].warps.front() / warps_of_group;
    const auto [it, inserted] = products_.try_emplace(group);
    if (inserted) {
      auto analysis = std::make_unique<NestedAnalysis>(barrier::orders_of(*orders_.products, group),
                                                       orders_.limits);
      if (analysis->has_orders()) it->second = std::move(analysis);
    }
    return it->second ? *it->second : orders_.of_threads;
  }

  // In terms of the role's own outer loop.
  Expr of_role(Expr e, std::uint32_t role) {
    const protocol::Loop* outer = case_.extracted.roles[role].outer;
    Expr t = case_.extracted.outer_binder;
    if (!e || !outer) return e;
    return protocol::replace(pool_, e, t, pool_.cast(pool_.symbol_ref(outer->binder), t->type));
  }

  Where place(std::uint32_t role, const Segment& segment) {
    const RoleAccesses& accesses = case_.extracted.roles[role];
    const auto [part, section] = accesses.parts[segment.section];
    Where out{
        role,
        segment,
        {part, {role, section, segment.index, segment.copy, segment.tensor != no_tensor_part}}};
    out.iteration = segment.iteration;
    if (part != NestPart::block) {
      out.outer = part == NestPart::before ? number(pool_, -1)
                                           : parameter(pool_, case_.extracted.outer_trips);
      return out;
    }
    out.outer = segment.outer;
    Expr trips = accesses.trips[segment.section];
    if (!trips) return out;
    out.trips = of_role(trips, role);
    if (!protocol::mentions(trips, case_.extracted.outer_binder))
      out.count = pool_.add(pool_.mul(segment.outer, parameter(pool_, trips)), segment.iteration);
    return out;
  }

  const Section& section(const Where& p) const {
    return case_.extracted.skeleton.roles[p.role].sections[p.segment.section];
  }

  // May what p and q do go by the iterations of all outer iterations?
  bool run_on(const Where& p, const Where& q) const {
    const auto runs = [](const Operation& op) {
      return op.counts == Operation::Count::running || op.from_running > 0;
    };
    return p.count && q.count && section(p).offset == section(q).offset &&
           (std::ranges::any_of(section(p).operations, runs) ||
            std::ranges::any_of(section(q).operations, runs));
  }

  std::int64_t longest_table(const Where& p) const {
    std::size_t longest = 1;
    for (const Operation& op : section(p).operations)
      longest = std::max(longest, op.barriers.size());
    return static_cast<std::int64_t>(longest);
  }

  // p is in an earlier outer iteration than q, and not before it.
  Expr across(const Where& p, const Where& q, Pairing pairing, bool swapped) {
    Expr t = swapped ? t2_ : t1_, u = swapped ? t1_ : t2_;
    Expr c = swapped ? c2_ : c1_, d = swapped ? c1_ : c2_;
    std::vector<Expr> parts{pool_.lt(t, u)};
    const NestedPoint first = first_of(p, q);
    const auto least = orders_of(p).across(first, q.point, pairing);
    if (least == 1) return pool_.boolean(false);
    if (least) parts.push_back(pool_.lt(pool_.sub(u, t), number(pool_, *least)));
    if (run_on(p, q)) {
      const std::int64_t most =
          std::min(most_distance, 4 + 2 * std::max(longest_table(p), longest_table(q)));
      if (const auto distance = orders_of(p).running_distance(first, q.point, pairing, most)) {
        if (*distance == 1) return pool_.boolean(false);
        parts.push_back(pool_.lt(pool_.sub(d, c), number(pool_, *distance)));
      }
    }
    return pool_.all(parts);
  }

  // p as it counts for q: some tensor operations are over when they are issued.
  static NestedPoint first_of(const Where& p, const Where& q) {
    NestedPoint point = p.point;
    if (is_pipelined(p.segment.tensor, q.segment.tensor)) point.point.tensor = false;
    return point;
  }

  Order before(const Where& p, const Where& q, Pairing pairing) {
    const NestedPoint first = first_of(p, q);
    const bool in_order =
        pairing == Pairing::own && !first.point.copy && !first.point.tensor && !q.point.point.copy;
    if (in_order)
      return in_program(case_.extracted.skeleton, point_of(p.role, p.segment),
                        point_of(q.role, q.segment));
    return orders_of(p).within(first, q.point, pairing);
  }

  // Of one outer iteration, or both before or both behind the loop.
  Expr within(const Where& p, const Where& q, Pairing pairing) {
    const Order forth = before(p, q, pairing), back = before(q, p, pairing);
    if (covers(forth, back)) return pool_.boolean(false);
    const std::vector<Expr> parts{pool_.eq(t1_, t2_),
                                  pool_.logical_not(relating_.before(forth, false)),
                                  pool_.logical_not(relating_.before(back, true))};
    return pool_.all(parts);
  }

  std::optional<Cross::Relation> unordered(const Sides& sides) override {
    const Where p = place(sides.r, sides.p), q = place(sides.s, sides.q);
    std::vector<Expr> ways;
    if (p.point.place == q.point.place) ways.push_back(within(p, q, sides.pairing));
    const bool block = p.point.place == NestPart::block && q.point.place == NestPart::block;
    if (block || p.point.place < q.point.place) ways.push_back(across(p, q, sides.pairing, false));
    if (block || q.point.place < p.point.place) ways.push_back(across(q, p, sides.pairing, true));
    Expr fact = pool_.any(ways);
    if (sides.one_copy())
      fact = pool_.logical_and(fact, pool_.logical_not(pool_.logical_and(
                                         relating_.same_iteration(sides.p), pool_.eq(t1_, t2_))));
    if (is_false(fact)) return std::nullopt;
    return relation(fact, p, q);
  }

  std::vector<Cross::Relation> unfenced(const Sides&, core::Space) override {
    return {}; // fenced_at_once
  }

  Cross::Relation relation(Expr fact, const Where& p, const Where& q) {
    const Extracted& e = case_.extracted;
    Cross::Relation relation = relating_.relation(fact, of_role(e.n, p.role), e.roles[p.role],
                                                  p.segment, e.roles[q.role], q.segment);
    Expr none = number(pool_, 0);
    const auto trips = [&](const Where& x) { return parameter(pool_, x.trips); };
    relation.first[2].second = trips(p);
    relation.second[1].second = trips(q);
    relation.first.insert(relation.first.end(), {{t1_, p.outer}, {c1_, p.count ? p.count : none}});
    relation.second.insert(relation.second.end(),
                           {{t2_, q.outer}, {c2_, q.count ? q.count : none}});
    const bool counted = p.count && q.count;
    if (counted) relation.order.iteration = {p.count, q.count};
    if (!counted && p.segment.outer && q.segment.outer)
      relation.order.iteration = {p.outer, q.outer};
    return relation;
  }

  const NestedOrders& orders_;
  std::map<std::uint32_t, std::unique_ptr<NestedAnalysis>> products_; // by warpgroup
  Expr t1_, t2_, c1_, c2_;
};

} // namespace

void add_nested_crosses(const core::Kernel& kernel, const Case& c, const NestedOrders& orders,
                        protocol::BlockCrosses& crosses) {
  Builder(kernel, c, orders, crosses).run();
}

} // namespace heddle::barrier
