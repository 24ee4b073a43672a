#include "generate.hpp"

#include "parts.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::oracle {
namespace {

using namespace barrier;

class Generator : Random {
public:
  Generator(std::uint64_t seed, bool phases) : Random(seed), phases_(phases) {}

  Skeleton generate() {
    add_roles();
    const std::uint32_t blocks = pick({1u, 1u, 1u, 2u, 2u, 3u});
    for (std::uint32_t k = 0; k < blocks; ++k) {
      if (k > 0 && chance(0.7)) add_link();
      add_block(blocks > 1);
    }
    for (std::uint32_t k = pick({0u, 0u, 0u, 0u, 1u, 1u, 2u}); k > 0; --k)
      damage();
    return out_;
  }

  // The parts of one block, in or around the outer loop. A role's sections are first those before
  // the outer loop, then those of its block, then those after: three, four or five in all.
  NestedSkeleton generate_nested() {
    add_roles();
    const std::vector<Part> parts = make_parts(false);
    const std::uint32_t around = below(3);
    for (std::uint32_t r = 0; r < roles(); ++r) {
      const Part& p = parts[r];
      const bool outside = around == 0 && p.offset == 0;
      out_.roles[r].sections = {{false, 0, outside ? p.before : std::vector<Operation>{}},
                                {false, 0, outside ? std::vector<Operation>{} : p.before},
                                {true, p.offset, p.body},
                                {false, 0, outside ? std::vector<Operation>{} : p.after},
                                {false, 0, outside ? p.after : std::vector<Operation>{}}};
    }
    if (chance(0.4)) {
      const BarrierIndex b = fresh(1);
      const std::uint32_t where = pick({0u, 1u, 1u, 3u, 3u, 4u});
      const bool all = chance(0.5), front = chance(0.5);
      for (Role& role : out_.roles)
        append(role.sections[where].operations, {sync(b, all ? 0 : warps_)}, front);
    }
    count_outer_iterations();
    for (std::uint32_t k = pick({0u, 0u, 0u, 1u, 1u, 2u}); k > 0; --k)
      damage();
    NestedSkeleton nested;
    nested.mbarriers = out_.mbarriers;
    for (const Role& role : out_.roles) {
      NestedRole& n = nested.roles.emplace_back();
      n.name = role.name;
      n.warps = role.warps;
      n.before = {role.sections[0]};
      n.block = {role.sections[1], role.sections[2], role.sections[3]};
      n.after = {role.sections[4]};
      if (chance(0.3))
        std::erase_if(n.block, [](const Section& s) { return s.operations.empty(); });
    }
    return nested;
  }

private:
  // What tables go by, and barriers that the first tiles or iterations leave out.
  void count_outer_iterations() {
    using Count = Operation::Count;
    const auto in_loops = [&](const auto& change) {
      for (Role& role : out_.roles)
        std::ranges::for_each(role.sections[2].operations, change);
    };
    const Count counts = chance(phases_ ? 0.7 : 0.4) ? Count::running
                         : chance(0.2)               ? Count::outer
                                                     : Count::inner;
    const bool some = counts == Count::outer && chance(0.5);
    in_loops([&](Operation& op) { op.counts = some && chance(0.5) ? Count::inner : counts; });
    if (!chance(0.3)) return;
    std::vector<BarrierIndex> used;
    in_loops([&](const Operation& op) { used.push_back(op.barriers[0]); });
    if (used.empty()) return;
    const BarrierIndex b = any(used);
    const std::int64_t guard = pick<std::int64_t>({1, 1, 2, 3});
    const bool by_tiles = chance(0.5);
    for (Role& role : out_.roles)
      for (std::uint32_t s = 1; s <= 3; ++s)
        for (Operation& op : role.sections[s].operations)
          if (std::ranges::count(op.barriers, b) > 0 && chance(0.97))
            (by_tiles || s != 2 ? op.from_outer : op.from_running) = guard;
  }

  void add_roles() {
    const std::uint32_t roles = pick({2u, 2u, 3u});
    for (std::uint32_t r = 0; r < roles; ++r) {
      Role role;
      role.name = "r" + std::to_string(r);
      for (std::uint32_t k = below(4) == 0 ? 2 : 1; k > 0; --k)
        role.warps.push_back(warps_++);
      out_.roles.push_back(role);
    }
  }

  std::uint32_t roles() const { return static_cast<std::uint32_t>(out_.roles.size()); }
  std::uint32_t size(std::uint32_t role) const {
    return static_cast<std::uint32_t>(out_.roles[role].warps.size());
  }

  // `count` barriers with consecutive ids. Ids are used again when there are no more.
  BarrierIndex fresh(std::uint32_t count) {
    if (next_ + static_cast<BarrierIndex>(count) > ids_of_block || chance(0.05)) next_ = 0;
    const BarrierIndex b = next_;
    next_ += static_cast<BarrierIndex>(count);
    return b;
  }

  static Operation make(Operation::Kind kind, BarrierIndex b, std::uint32_t warps,
                        std::uint32_t stages = 1) {
    Operation op;
    op.kind = kind;
    op.count = 32 * warps;
    op.barriers.resize(stages);
    std::iota(op.barriers.begin(), op.barriers.end(), b);
    return op;
  }
  static Operation sync(BarrierIndex b, std::uint32_t warps, std::uint32_t stages = 1) {
    return make(Operation::Kind::sync, b, warps, stages);
  }
  static Operation arrive(BarrierIndex b, std::uint32_t warps, std::uint32_t stages = 1) {
    return make(Operation::Kind::arrive, b, warps, stages);
  }

  static void append(std::vector<Operation>& to, const std::vector<Operation>& what, bool front) {
    to.insert(front ? to.begin() : to.end(), what.begin(), what.end());
  }

  // ---- blocks
  // -------------------------------------------------------------------------------------

  void add_block(bool one_of_several) {
    const std::vector<Part> parts = make_parts(one_of_several);
    for (std::uint32_t r = 0; r < roles(); ++r)
      emit(parts[r], out_.roles[r]);
  }

  std::vector<Part> make_parts(bool one_of_several) {
    std::vector<Part> parts(roles());
    const std::uint32_t kind = below(one_of_several ? 8 : 7);
    if (phases_ && chance(0.8))
      add_phases(*this, out_, parts);
    else if (kind < 4)
      rings(parts);
    else if (kind < 7)
      generations(parts);
    else
      alone(parts);
    if (chance(0.25)) meet(parts);
    if (chance(0.2)) skip_iterations(parts);
    const auto offset = pick<std::int64_t>({0, 0, 0, 0, 1, -1, 2});
    for (Part& p : parts) {
      p.offset = offset;
      if (p.loops()) peel(p);
    }
    if (chance(0.15)) { // the lanes of a role go to named barriers by themselves
      Part& p = any(parts);
      for (auto* ops : {&p.before, &p.body, &p.after})
        for (Operation& op : *ops)
          op.aligned = chance(0.2);
    }
    if (chance(0.15)) { // __syncwarp()
      Part& p = any(parts);
      auto& ops = p.loops() && chance(0.7) ? p.body : p.before;
      ops.insert(ops.begin() + below(ops.size() + 1), make(Operation::Kind::warp_sync, 0, 0));
    }
    return parts;
  }

  void emit(const Part& p, Role& role) {
    if (!p.before.empty()) role.sections.push_back({false, 0, p.before});
    if (p.loops() || chance(0.15)) role.sections.push_back({true, p.offset, p.body});
    if (!p.after.empty()) role.sections.push_back({false, 0, p.after});
  }

  // Full and empty barriers along a chain or a fork of roles.
  void rings(std::vector<Part>& parts) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges{{0, 1}};
    if (roles() == 3) {
      const std::uint32_t shape = below(5);
      if (shape < 2) edges = {{0, 1}, {1, 2}};
      if (shape == 2) edges = {{0, 1}, {0, 2}};
      if (shape == 3) edges = {{0, 2}, {1, 2}};
    }
    if (chance(0.2)) std::swap(edges[0].first, edges[0].second);
    for (const auto& [from, to] : edges)
      ring(parts[from], parts[to], size(from) + size(to), pick({1u, 1u, 2u, 2u, 3u}));
  }

  void ring(Part& producer, Part& consumer, std::uint32_t warps, std::uint32_t stages) {
    const std::uint32_t style = below(4);
    const BarrierIndex full = fresh(style == 3 ? stages : 2 * stages);
    const auto empty = full + static_cast<BarrierIndex>(stages);
    if (style == 3) { // a rendezvous in each iteration
      append(producer.body, {sync(full, warps, stages)}, false);
      append(consumer.body, {sync(full, warps, stages)}, chance(0.5));
      return;
    }
    Operation wait = sync(empty, warps, stages), release = arrive(empty, warps, stages);
    if (style == 0) {
      wait.from = stages;
      release.until = chance(0.9) ? stages : stages - 1;
    } else {
      for (std::uint32_t s = 0; s < stages; ++s) {
        const BarrierIndex b = empty + static_cast<BarrierIndex>(s);
        consumer.before.push_back(arrive(b, warps));
        if (chance(0.98)) producer.after.push_back(sync(b, warps));
      }
    }
    if (chance(0.7))
      append(producer.body, {wait, arrive(full, warps, stages)}, false);
    else {
      append(producer.body, {wait}, true);
      append(producer.body, {arrive(full, warps, stages)}, false);
    }
    append(consumer.body, {sync(full, warps, stages), release}, chance(0.7));
  }

  // Random generations, each a set of roles that arrive or sync.
  void generations(std::vector<Part>& parts) {
    const auto one = [&](std::vector<Operation> Part::*where) {
      std::vector<std::pair<std::uint32_t, Operation::Kind>> members;
      std::uint32_t warps = 0;
      for (std::uint32_t r = 0; r < roles(); ++r) {
        if (!chance(0.75)) continue;
        const bool waits = chance(0.6);
        if (chance(0.12)) members.emplace_back(r, Operation::Kind::arrive);
        members.emplace_back(r, waits ? Operation::Kind::sync : Operation::Kind::arrive);
      }
      for (const auto& [r, kind] : members)
        warps += size(r);
      if (members.empty()) return;
      const auto known =
          std::ranges::find_if(known_, [&](const auto& b) { return b.second == warps; });
      BarrierIndex b;
      if (known != known_.end() && chance(0.6))
        b = known->first;
      else
        known_.emplace_back(b = fresh(1), warps);
      const bool waits = std::ranges::all_of(
          members, [](const auto& m) { return m.second == Operation::Kind::sync; });
      const bool everybody = waits && warps == warps_ && members.size() == roles() && chance(0.5);
      for (const auto& [r, kind] : members)
        (parts[r].*where).push_back(make(kind, b, everybody ? 0 : warps));
    };
    for (std::uint32_t k = 1 + below(4); k > 0; --k)
      one(&Part::body);
    if (chance(0.7)) {
      const BarrierIndex b = fresh(1);
      for (Part& p : parts)
        append(p.body, {sync(b, chance(0.1) ? 0 : warps_)}, false);
    }
    for (std::uint32_t k = pick({0u, 0u, 1u, 2u}); k > 0; --k)
      one(&Part::before);
    for (std::uint32_t k = pick({0u, 0u, 1u, 2u}); k > 0; --k)
      one(&Part::after);
  }

  // One role by itself.
  void alone(std::vector<Part>& parts) {
    const std::uint32_t r = below(roles());
    const BarrierIndex b = fresh(1);
    if (chance(0.4)) parts[r].body = {arrive(b, 2 * size(r))};
    parts[r].body.push_back(sync(b, parts[r].body.empty() ? size(r) : 2 * size(r)));
  }

  void meet(std::vector<Part>& parts) {
    const BarrierIndex b = fresh(1);
    const std::uint32_t where = below(3);
    const bool front = chance(0.5), all = chance(0.5);
    for (Part& p : parts) {
      auto& ops = where == 0 ? p.before : where == 1 ? p.body : p.after;
      append(ops, {sync(b, all ? 0 : warps_)}, front);
    }
  }

  // A role of an earlier block before a role of a later one.
  void add_link() {
    const std::uint32_t a = below(roles()), b = (a + 1 + below(roles() - 1)) % roles();
    const std::uint32_t warps = size(a) + size(b);
    const BarrierIndex id = fresh(1);
    out_.roles[a].sections.push_back(
        {false, 0, {chance(0.5) ? sync(id, warps) : arrive(id, warps)}});
    out_.roles[b].sections.push_back({false, 0, {sync(id, warps)}});
  }

  // What happens at one barrier happens in some iterations only.
  void skip_iterations(std::vector<Part>& parts) {
    std::vector<BarrierIndex> used;
    for (const Part& p : parts)
      for (const Operation& op : p.body)
        if (op.barriers.size() == 1 && op.barriers[0] < barrier_ids) used.push_back(op.barriers[0]);
    if (used.empty()) return;
    const BarrierIndex b = any(used);
    if (chance(0.4)) { // the first or last ones
      const std::int64_t guard = pick<std::int64_t>({1, 2, 4, 7});
      const bool first = chance(0.5);
      for (Part& p : parts)
        for (Operation& op : p.body)
          if (op.barriers == std::vector{b}) (first ? op.from : op.until) = guard;
      return;
    }
    std::vector<BarrierIndex> table =
        pick<std::vector<BarrierIndex>>({{b, -1}, {-1, b}, {b, -1, b}, {-1, -1, b}});
    for (Part& p : parts)
      for (Operation& op : p.body)
        if (op.barriers == std::vector{b}) op.barriers = table;
  }

  // ---- peeling
  // ------------------------------------------------------------------------------------

  static bool guarded(const Operation& op) { return op.from > 0 || op.until > 0; }
  static Operation at_first(Operation op) {
    op.barriers = {op.barriers[0]};
    op.parity = {op.parity[0]};
    return op;
  }
  static Operation one_later(Operation op) {
    std::ranges::rotate(op.barriers, op.barriers.begin() + 1);
    std::ranges::rotate(op.parity, op.parity.begin() + 1);
    return op;
  }

  // The same operations, with a part of the first or last iteration outside of the loop.
  void peel(Part& p) {
    if (std::ranges::any_of(p.body, guarded)) return;
    const std::uint32_t how = below(10);
    if (how > 3) return;
    std::vector<Operation> body;
    // `k` operations of the first iteration go before the loop
    const std::size_t k = how < 2 ? below(p.body.size()) : how == 2 ? p.body.size() : 0;
    const auto varies = [](const Operation& op) {
      return op.barriers.size() > 1 || op.parity.size() > 1;
    };
    const auto rest = p.body.begin() + static_cast<std::ptrdiff_t>(k);
    if (std::any_of(rest, p.body.end(), varies)) return;
    for (auto op = p.body.begin(); op != rest; ++op)
      p.before.push_back(at_first(*op));
    p.after.insert(p.after.begin(), rest, p.body.end());
    if (how == 3) {
      --p.offset;
      return;
    }
    body.assign(rest, p.body.end());
    for (auto op = p.body.begin(); op != rest; ++op)
      body.push_back(one_later(*op));
    for (Operation& op : body)
      if (std::ranges::find(op.barriers, not_executed) != op.barriers.end() &&
          op.barriers.size() == 1)
        op.barriers = {not_executed};
    p.body = std::move(body);
    --p.offset;
  }

  // ---- faults
  // ---------------------------------------------------------------------------------------

  void damage() {
    Role& role = any(out_.roles);
    if (role.sections.empty()) return;
    Section& section = any(role.sections);
    auto& ops = section.operations;
    const std::uint32_t how = below(11);
    if (how == 0 && section.is_loop) section.offset += chance(0.5) ? 1 : -1;
    if (how == 1) {
      Operation op = sync(static_cast<BarrierIndex>(below(4)), warps_);
      if (chance(0.5)) op.kind = Operation::Kind::arrive;
      ops.insert(ops.begin() + below(ops.size() + 1), op);
    }
    if (ops.empty()) return;
    const std::size_t k = below(ops.size());
    Operation& op = ops[k];
    if (op.kind == Operation::Kind::warp_sync) return;
    if (op.barriers[0] >= barrier_ids && (how == 3 || how == 8 || how == 10)) {
      damage_phase(*this, out_, op);
      return;
    }
    switch (how) {
    case 2:
      std::swap(op, ops[(k + 1) % ops.size()]);
      break;
    case 3:
      op.kind = op.count && op.kind == Operation::Kind::sync ? Operation::Kind::arrive
                                                             : Operation::Kind::sync;
      break;
    case 4:
      ops.erase(ops.begin() + static_cast<std::ptrdiff_t>(k));
      break;
    case 5:
      op.from = pick<std::int64_t>({1, 1, 2, 5, 8});
      break;
    case 6:
      op.until = pick<std::int64_t>({1, 1, 2, 5, 8});
      break;
    case 7:
      std::ranges::rotate(ops, ops.begin() + static_cast<std::ptrdiff_t>(k));
      break;
    case 8:
      op.barriers[below(op.barriers.size())] = static_cast<BarrierIndex>(below(6));
      break;
    case 9: {
      const Operation moved = op;
      ops.erase(ops.begin() + static_cast<std::ptrdiff_t>(k));
      auto& other = any(role.sections).operations;
      other.insert(other.begin() + below(other.size() + 1), moved);
      break;
    }
    case 10:
      if (op.count && chance(0.5)) op.count += 32;
      break;
    default:
      break;
    }
  }

  bool phases_;
  Skeleton out_;
  std::uint32_t warps_ = 0;
  BarrierIndex next_ = 0;
  std::vector<std::pair<BarrierIndex, std::uint32_t>> known_;
};

} // namespace

barrier::NestedSkeleton generate_nested(std::uint64_t seed, bool phases) {
  return Generator(seed, phases).generate_nested();
}

barrier::Skeleton generate_skeleton(std::uint64_t seed, bool phases) {
  return Generator(seed, phases).generate();
}

} // namespace heddle::oracle
