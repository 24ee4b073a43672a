#include "barrier/fences.hpp"

#include "core/proxy_fences.hpp"
#include "protocol/each_node.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace heddle::barrier {

namespace {

class Fences {
public:
  Fences(Pool& pool, const Extracted& e, const Windows& windows, Relating& relating, const Point& p,
         const Point& q, Pairing pairing)
      : pool_(pool), e_(e), windows_(windows), relating_(relating), p_(p), q_(q),
        pairing_(pairing) {}

  Unfenced run(core::Space space) {
    space_ = space;
    const Order order = before(p_, q_);
    Unfenced out;
    out.never = out.late = pool_.boolean(false);
    if (order.kind == Order::Kind::never) return out;
    Expr ordered = relating_.before(order, false);
    using Kind = Operation::Kind;
    Expr unfenced =
        pool_.logical_and(ordered, pool_.logical_not(pool_.any(behind_first(Kind::fence))));
    // in one thread it is behind p as well
    Expr late = pairing_ == Pairing::own ? pool_.boolean(false)
                                         : pool_.any(before_second(Kind::fence, known_to_first()));
    if (!is_false(unfenced)) late = pool_.logical_or(late, pool_.any(of_third_roles()));
    out.never = pool_.logical_and(unfenced, pool_.logical_not(late));
    out.late = pool_.logical_and(unfenced, late);
    out.trips = std::move(trips_);
    return out;
  }

  TensorFenced run_tensor() {
    TensorFenced out;
    out.ordered = relating_.before(before(p_, q_), false);
    out.before = out.after = pool_.boolean(false);
    if (is_false(out.ordered)) return out;
    out.before = pool_.any(behind_first(Operation::Kind::tensor_before));
    out.after = pool_.any(before_second(Operation::Kind::tensor_after, known_to_first()));
    out.trips = std::move(trips_);
    return out;
  }

  Unfenced run_maps(const Maps& maps) {
    Unfenced out;
    out.never = relating_.before(before(p_, q_), false);
    out.late = pool_.boolean(false);
    for (const auto& map : maps) {
      if (is_false(out.never)) break;
      const bool changes = depends_on_iteration(map.second);
      const auto acquired = before_second(
          Operation::Kind::map_acquire,
          [&](const Fence& f) {
            const auto& of = e_.places.at(f.operation->place).map;
            return of == map ? released_before(f) : pool_.boolean(false);
          },
          changes);
      covered_.push_back(pool_.any(acquired));
    }
    out.never = pool_.logical_and(out.never, pool_.logical_not(pool_.all(covered_)));
    out.trips = std::move(trips_);
    return out;
  }

private:
  // A fence of a role: operation `index` of a section.
  struct Fence {
    std::uint32_t section = 0, index = 0;
    const Operation* operation = nullptr;
  };

  // In one thread that is program order.
  Order before(const Point& p, const Point& q) const {
    if (pairing_ != Pairing::own || p.copy || q.copy || p.tensor)
      return windows_.before(p, q, pairing_);
    return in_program(e_.skeleton, p, q);
  }

  std::vector<Fence> fences(std::uint32_t role, Operation::Kind kind) const {
    std::vector<Fence> found;
    const auto& sections = e_.skeleton.roles[role].sections;
    for (std::uint32_t s = 0; s < sections.size(); ++s)
      for (std::uint32_t x = 0; x < sections[s].operations.size(); ++x)
        if (sections[s].operations[x].kind == kind && is_meant(sections[s].operations[x]))
          found.push_back({s, x, &sections[s].operations[x]});
    return found;
  }
  bool is_meant(const Operation& op) const {
    return op.kind != Operation::Kind::fence || core::covers(e_.places.at(op.place).fenced, space_);
  }
  bool is_loop(std::uint32_t role, std::uint32_t section) const {
    return e_.skeleton.roles[role].sections[section].is_loop;
  }

  // Iterations of a loop of a role, as a symbol.
  Expr trips(std::uint32_t role, std::uint32_t section) {
    Expr& known = symbols_[{role, section}];
    if (known) return known;
    known = fresh(pool_, "T");
    trips_.emplace_back(known, parameter(pool_, e_.roles[role].trips[section]));
    return known;
  }

  // The fence is executed in iteration `i`.
  Expr executed(std::uint32_t role, const Fence& fence, Expr i) {
    const Operation& op = *fence.operation;
    if (!is_loop(role, fence.section)) return pool_.boolean(op.barriers.front() != not_executed);
    std::vector<Expr> parts{
        pool_.le(number(pool_, op.from), i),
        pool_.lt(i, pool_.sub(trips(role, fence.section), number(pool_, op.until)))};
    std::vector<Expr> residues;
    const auto size = static_cast<std::int64_t>(op.barriers.size());
    for (std::int64_t r = 0; r < size; ++r)
      if (op.barriers[static_cast<std::size_t>(r)] != not_executed)
        residues.push_back(size == 1
                               ? pool_.boolean(true)
                               : pool_.eq(pool_.rem(i, number(pool_, size)), number(pool_, r)));
    parts.push_back(pool_.any(residues));
    return pool_.all(parts);
  }

  // `order` of two points with other iterations and trip counts than those of p and q.
  Expr in(Expr order, std::initializer_list<std::pair<Expr, Expr>> by) {
    Pool::Memo known;
    for (const auto& [symbol, e] : by)
      known.emplace(symbol, e);
    return pool_.substitute(
        order, [](Expr) -> Expr { return nullptr; }, known);
  }

  // The role of p executes a fence behind p@i that is before q@j. Of one in a loop the first that
  // comes is enough: what is before q at a later one was so at that.
  std::vector<Expr> behind_first(Operation::Kind kind) {
    std::vector<Expr> found;
    for (const Fence& f : fences(p_.role, kind)) {
      if (f.section < p_.section) continue;
      const Order order = before({p_.role, f.section, f.index + 1, false}, q_);
      if (order.kind == Order::Kind::never) continue;
      Expr ordered = relating_.before(order, false);
      const auto at = [&](Expr i) {
        Expr there = is_loop(p_.role, f.section) ? trips(p_.role, f.section) : number(pool_, 1);
        found.push_back(
            pool_.logical_and(executed(p_.role, f, i),
                              in(ordered, {{relating_.i(), i}, {relating_.first_trips(), there}})));
      };
      const bool same = f.section == p_.section;
      if (same && f.index >= p_.index) at(relating_.i());
      if (!is_loop(p_.role, f.section)) {
        if (!same) at(number(pool_, 0));
        continue;
      }
      const auto size = static_cast<std::int64_t>(f.operation->barriers.size());
      for (std::int64_t d = 0; d < size; ++d) {
        if (same) at(pool_.add(relating_.i(), number(pool_, d + 1)));
        Expr first = number(pool_, f.operation->from + d);
        if (!same)
          at(first);
        else if (f.operation->from > 0)
          guarded(found, pool_.lt(relating_.i(), first), [&] { at(first); });
      }
    }
    return found;
  }

  // What `add` adds holds under a condition.
  template <class F> void guarded(std::vector<Expr>& found, Expr cond, const F& add) {
    const std::size_t known = found.size();
    add();
    for (std::size_t k = known; k < found.size(); ++k)
      found[k] = pool_.logical_and(cond, found[k]);
  }

  using Known = std::function<Expr(const Fence&)>;
  // p@i is before the fence, at iteration j.
  Known known_to_first() const {
    return [this](const Fence& f) {
      return relating_.before(before(p_, {q_.role, f.section, f.index, false}), false);
    };
  }

  // .. and somebody of the two has released it on the way.
  Expr released_before(const Fence& f) {
    Fences at(pool_, e_, windows_, relating_, p_, {q_.role, f.section, f.index, false}, pairing_);
    std::vector<Expr> released = at.behind_first(Operation::Kind::map_release);
    std::ranges::move(at.before_second(Operation::Kind::map_release, at.known_to_first()),
                      std::back_inserter(released));
    trips_.insert(trips_.end(), at.trips_.begin(), at.trips_.end());
    return pool_.any(released);
  }

  bool depends_on_iteration(Expr e) const {
    return std::ranges::any_of(atoms(e), [&](Expr a) {
      return a->op == Op::symbol && pool_.symbol(a).role == heddle::Role::binder;
    });
  }

  // The role of q executes a fence in front of q@j of which `known` holds; `here`: in the same
  // iteration.
  std::vector<Expr> before_second(Operation::Kind kind, const Known& known, bool here = false) {
    std::vector<Expr> found;
    for (const Fence& f : fences(q_.role, kind)) {
      if (f.section > q_.section) continue;
      Expr ordered = known(f);
      if (is_false(ordered)) continue;
      const bool loop = is_loop(q_.role, f.section);
      const auto at = [&](Expr j) {
        Expr there = loop ? trips(q_.role, f.section) : number(pool_, 1);
        found.push_back(pool_.logical_and(
            executed(q_.role, f, j),
            in(ordered, {{relating_.j(), j}, {relating_.second_trips(), there}})));
      };
      const bool same = f.section == q_.section;
      if (same && f.index < q_.index) at(relating_.j());
      if (here && (loop || is_loop(q_.role, q_.section))) continue;
      if (!loop) {
        if (!same) at(number(pool_, 0));
        continue;
      }
      const auto size = static_cast<std::int64_t>(f.operation->barriers.size());
      for (std::int64_t d = 1; d <= size; ++d) {
        Expr last = pool_.sub(trips(q_.role, f.section), number(pool_, d + f.operation->until));
        if (!same) {
          at(last);
          continue;
        }
        at(pool_.sub(relating_.j(), number(pool_, d)));
        if (f.operation->until > 0)
          guarded(found, pool_.lt(last, relating_.j()), [&] { at(last); });
      }
    }
    return found;
  }

  // A role of neither executes a fence behind p@i and before q@j. Of a fence in a loop the nearest
  // iterations behind i and before j are looked at, the first ones and the last.
  std::vector<Expr> of_third_roles() {
    std::vector<Expr> found;
    for (std::uint32_t role = 0; role < e_.skeleton.roles.size(); ++role) {
      if (role == p_.role || role == q_.role) continue;
      for (const Fence& f : fences(role, Operation::Kind::fence))
        through(role, f, found);
    }
    return found;
  }

  void through(std::uint32_t role, const Fence& f, std::vector<Expr>& found) {
    const Order to = windows_.before(p_, {role, f.section, f.index, false}, Pairing::warps);
    const Order from = windows_.before({role, f.section, f.index + 1, false}, q_, Pairing::warps);
    if (to.kind == Order::Kind::never || from.kind == Order::Kind::never) return;
    Expr behind = relating_.before(to, false), before = relating_.before(from, false);
    const bool loop = is_loop(role, f.section);
    const auto at = [&](Expr k) {
      Expr there = loop ? trips(role, f.section) : number(pool_, 1);
      found.push_back(pool_.all(std::vector<Expr>{
          executed(role, f, k), in(behind, {{relating_.j(), k}, {relating_.second_trips(), there}}),
          in(before, {{relating_.i(), k}, {relating_.first_trips(), there}})}));
    };
    if (!loop) return at(number(pool_, 0));
    const auto size = static_cast<std::int64_t>(f.operation->barriers.size());
    for (std::int64_t d = 0; d <= size; ++d) {
      at(pool_.add(relating_.i(), number(pool_, d)));
      at(pool_.sub(relating_.j(), number(pool_, d)));
      at(number(pool_, f.operation->from + d));
      at(pool_.sub(trips(role, f.section), number(pool_, f.operation->until + d + 1)));
    }
  }

  Pool& pool_;
  const Extracted& e_;
  const Windows& windows_;
  Relating& relating_;
  Point p_, q_;
  Pairing pairing_;
  core::Space space_ = core::Space::shared; // of accesses that proxy fences are asked for
  std::map<std::pair<std::uint32_t, std::uint32_t>, Expr> symbols_;
  std::vector<std::pair<Expr, Expr>> trips_;
  std::vector<Expr> covered_; // by map
};

bool fenced_at_once(const Extracted& e, std::uint32_t role, const Segment& segment,
                    core::Space space) {
  const auto& operations = e.skeleton.roles[role].sections[segment.section].operations;
  if (segment.index == operations.size()) return false;
  const Operation& op = operations[segment.index];
  return op.kind == Operation::Kind::fence && core::covers(e.places.at(op.place).fenced, space) &&
         op.from == 0 && op.until == 0 && op.from_outer == 0 && op.from_running == 0 &&
         std::ranges::count(op.barriers, not_executed) == 0;
}

} // namespace

std::optional<Loc> left_unfenced(const core::Kernel& kernel, const Extracted& e) {
  std::set<core::ArrayId> async, maps;
  const auto each = [&](const auto& f) {
    for (std::uint32_t r = 0; r < e.roles.size(); ++r)
      for (const Segment& segment : e.roles[r].segments)
        for (const NodePtr& node : segment.accesses)
          protocol::each_access(node, [&](const protocol::Access& a) { f(r, segment, a); });
  };
  each([&](std::uint32_t, const Segment&, const protocol::Access& a) {
    if (a.map) maps.insert(a.array);
    if (a.async) async.insert(a.array);
  });
  for (const auto& [one, other] : kernel.aliases)
    if (async.contains(one) || async.contains(other)) async.insert({one, other});
  std::optional<Loc> found;
  each([&](std::uint32_t r, const Segment& segment, const protocol::Access& a) {
    if (found || a.kind == protocol::AccessKind::read) return;
    if (maps.contains(a.array)) found = a.loc;
    if (a.async || !async.contains(a.array)) return;
    if (!fenced_at_once(e, r, segment, kernel.arrays[a.array].space)) found = a.loc;
  });
  return found;
}

Unfenced ask_fences(Pool& pool, const Extracted& e, const Windows& windows, Relating& relating,
                    const Point& p, const Point& q, Pairing pairing, core::Space space) {
  return Fences(pool, e, windows, relating, p, q, pairing).run(space);
}

Unfenced ask_map_fences(Pool& pool, const Extracted& e, const Windows& windows, Relating& relating,
                        const Point& p, const Point& q, Pairing pairing, const Maps& maps) {
  return Fences(pool, e, windows, relating, p, q, pairing).run_maps(maps);
}

TensorFenced ask_tensor_fences(Pool& pool, const Extracted& e, const Windows& windows,
                               Relating& relating, const Point& p, const Point& q,
                               Pairing pairing) {
  return Fences(pool, e, windows, relating, p, q, pairing).run_tensor();
}

} // namespace heddle::barrier
