// A case in parts, one behind the other, where all threads of the block meet in between.
//
// When every use of barrier 0 is a sync of all threads outside of loops, and all roles make equally
// many of them, then the k-th of one role meets the k-th of every other: what stands before them
// happens before what stands behind them. When nothing is left over at a barrier either, the parts
// can be judged one by one, and their loops need not have anything to do with each other. Phases of
// mbarriers go on from part to part: each is to be used in one part alone. So do copies.
#include "barrier/extract/extract.hpp"

#include <algorithm>
#include <map>

namespace heddle::barrier {

namespace {

constexpr BarrierIndex barrier_of_all = 0;

std::uint32_t threads_of(const Skeleton& skeleton) {
  std::uint32_t threads = 0;
  for (const Role& role : skeleton.roles)
    threads += role.threads * static_cast<std::uint32_t>(role.warps.size());
  return threads;
}

bool at_barrier_of_all(const Operation& op) {
  return std::ranges::count(op.barriers, barrier_of_all) != 0;
}

// The number of meetings of all threads; std::nullopt: barrier 0 is used for something else, too.
std::optional<std::size_t> count_meetings(const Skeleton& skeleton) {
  const std::uint32_t all = threads_of(skeleton);
  const auto meets = [&](const Operation& op) {
    return op.kind == Operation::Kind::sync && op.count == all && op.barriers.size() == 1 &&
           op.from == 0 && op.until == 0;
  };
  std::optional<std::size_t> meetings;
  for (const Role& role : skeleton.roles) {
    std::size_t mine = 0;
    for (const Section& section : role.sections)
      for (const Operation& op : section.operations) {
        if (!at_barrier_of_all(op)) continue;
        if (section.is_loop || !meets(op)) return std::nullopt;
        ++mine;
      }
    if (meetings && *meetings != mine) return std::nullopt;
    meetings = mine;
  }
  return meetings;
}

class Cutter {
public:
  explicit Cutter(const Extracted& whole, std::size_t meetings)
      : whole_(whole), parts_(meetings + 1, empty_like(whole)) {
    for (Extracted& part : parts_)
      part.followed = &part != &parts_.back();
  }

  std::vector<Extracted> run() {
    for (std::size_t r = 0; r < whole_.roles.size(); ++r)
      cut_role(r);
    return std::move(parts_);
  }

private:
  static Extracted empty_like(const Extracted& whole) {
    Extracted part;
    part.condition = whole.condition;
    part.places = whole.places;
    part.skeleton.mbarriers = whole.skeleton.mbarriers;
    part.skeleton.of_cluster = whole.skeleton.of_cluster;
    for (const Role& role : whole.skeleton.roles)
      part.skeleton.roles.push_back({role.name, role.warps, {}, role.threads});
    for (const RoleAccesses& role : whole.roles)
      part.roles.push_back({role.member, {}, {}, {}, role.first_threads, role.lanes, {}, nullptr});
    return part;
  }

  // Operations of the old section from `first` on are in a section of a part.
  struct Piece {
    std::uint32_t first = 0;
    std::size_t part = 0;
    std::uint32_t section = 0;
  };

  void cut_role(std::size_t r) {
    std::vector<std::vector<Piece>> pieces; // by old section
    std::size_t part = 0;
    const std::vector<Section>& sections = whole_.skeleton.roles[r].sections;
    for (std::size_t s = 0; s < sections.size(); ++s) {
      auto& mine = pieces.emplace_back();
      mine.push_back({0, part, open_section(part, r, s)});
      const auto& operations = sections[s].operations;
      for (std::uint32_t i = 0; i < operations.size(); ++i) {
        parts_[part].skeleton.roles[r].sections.back().operations.push_back(operations[i]);
        if (!at_barrier_of_all(operations[i])) continue;
        ++part;
        mine.push_back({i + 1, part, open_section(part, r, s)});
      }
    }
    for (Segment segment : whole_.roles[r].segments) {
      const auto& in = pieces[segment.section];
      const auto at = std::ranges::find_if(
          in.rbegin(), in.rend(), [&](const Piece& piece) { return piece.first <= segment.index; });
      segment.index -= at->first;
      segment.section = at->section;
      parts_[at->part].roles[r].segments.push_back(std::move(segment));
    }
  }

  std::uint32_t open_section(std::size_t part, std::size_t r, std::size_t s) {
    Role& role = parts_[part].skeleton.roles[r];
    RoleAccesses& accesses = parts_[part].roles[r];
    const Section& like = whole_.skeleton.roles[r].sections[s];
    role.sections.push_back({like.is_loop, like.offset, {}});
    accesses.loops.push_back(whole_.roles[r].loops[s]);
    accesses.trips.push_back(whole_.roles[r].trips[s]);
    return static_cast<std::uint32_t>(role.sections.size() - 1);
  }

  const Extracted& whole_;
  std::vector<Extracted> parts_;
};

// Is some mbarrier used in more than one part?
bool shares_mbarriers(const std::vector<Extracted>& parts) {
  std::map<BarrierIndex, const Extracted*> used;
  for (const Extracted& part : parts)
    for (const Role& role : part.skeleton.roles)
      for (const Section& section : role.sections)
        for (const Operation& op : section.operations)
          for (const BarrierIndex b : op.barriers)
            if (b >= named_barriers && used.try_emplace(b, &part).first->second != &part)
              return true;
  return false;
}

bool has_operation(const Skeleton& skeleton, const std::function<bool(const Operation&)>& wanted) {
  return std::ranges::any_of(skeleton.roles, [&](const Role& role) {
    return std::ranges::any_of(role.sections, [&](const Section& section) {
      return std::ranges::any_of(section.operations, wanted);
    });
  });
}

} // namespace

std::vector<Extracted> parts_between_meetings(const Extracted& whole) {
  const auto meetings = count_meetings(whole.skeleton);
  if (!meetings || *meetings == 0 || !whole.misuses.empty()) return {};
  const auto is_copy = [](const Operation& op) { return op.kind == Operation::Kind::phase_copy; };
  if (has_operation(whole.skeleton, is_copy)) return {}; // they may be under way at a meeting
  for (const RoleAccesses& role : whole.roles)
    for (const Segment& segment : role.segments)
      if (segment.tensor != no_tensor_part) return {}; // likewise
  std::vector<Extracted> parts = Cutter(whole, *meetings).run();
  if (shares_mbarriers(parts)) return {};
  for (const Missed& m : whole.missed)
    for (Extracted& part : parts)
      if (has_operation(part.skeleton, [&](const Operation& op) { return op.place == m.place; }))
        part.missed.push_back(m);
  return parts;
}

} // namespace heddle::barrier
