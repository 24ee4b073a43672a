#include "parts.hpp"

#include <algorithm>

namespace heddle::oracle {
namespace {

using namespace barrier;
using Kind = Operation::Kind;

class PhaseBlock {
public:
  PhaseBlock(Random& random, Skeleton& skeleton, std::vector<Part>& parts)
      : random_(random), skeleton_(skeleton), parts_(parts) {}

  void add() {
    const std::uint32_t kind = random_.below(10);
    if (kind < 6)
      rings();
    else if (kind < 8)
      meet_in_each_iteration();
    else if (kind == 8)
      work_ahead();
    else
      once();
  }

private:
  std::uint32_t size(std::uint32_t role) const {
    return static_cast<std::uint32_t>(skeleton_.roles[role].warps.size());
  }
  std::uint32_t roles() const { return static_cast<std::uint32_t>(skeleton_.roles.size()); }

  // `count` mbarriers; the index of the first.
  BarrierIndex fresh(std::uint32_t count, std::uint32_t expected) {
    const auto first = named_barriers + static_cast<BarrierIndex>(skeleton_.mbarriers.size());
    for (std::uint32_t k = 0; k < count; ++k)
      skeleton_.mbarriers.push_back({"m" + std::to_string(skeleton_.mbarriers.size()), expected});
    return first;
  }

  static Operation make(Kind kind, BarrierIndex first, std::uint32_t stages, bool by_lane) {
    Operation op;
    op.kind = kind;
    op.by_lane = by_lane;
    op.arrivals = by_lane ? 32 : 1;
    op.barriers.clear();
    for (std::uint32_t s = 0; s < stages; ++s)
      op.barriers.push_back(first + static_cast<BarrierIndex>(s));
    return op;
  }
  // For the phase of parity (i / stages + turn) % 2.
  static Operation wait(BarrierIndex first, std::uint32_t stages, std::uint32_t turn,
                        bool by_lane) {
    Operation op = make(Kind::phase_wait, first, stages, by_lane);
    op.parity.clear();
    for (std::uint32_t i = 0; i < 2 * stages; ++i)
      op.parity.push_back(static_cast<std::uint8_t>((i / stages + turn) % 2));
    return op;
  }

  void rings() {
    ring(0, 1 + random_.below(roles() - 1));
    if (roles() == 3 && random_.chance(0.6)) ring(random_.below(2), 2);
  }

  // A fill of one buffer: arrivals, or bytes that copies bring.
  std::vector<Operation> fill(BarrierIndex full, std::uint32_t stages, bool by_lane, bool copies) {
    Operation arrive = make(Kind::phase_arrive, full, stages, by_lane);
    if (!copies) return {arrive};
    const std::uint32_t bytes = 32 * random_.pick({1u, 4u});
    Operation copy = make(Kind::phase_copy, full, stages, random_.chance(0.2));
    copy.bytes = bytes;
    const std::uint32_t how = random_.below(4);
    if (how == 0) { // expect_tx, copy, arrive
      Operation expect = make(Kind::phase_expect, full, stages, by_lane);
      expect.bytes = bytes;
      return {expect, copy, arrive};
    }
    arrive.bytes = bytes;
    if (how == 1) return {copy, arrive};
    if (how == 2) {
      arrive.bytes = 2 * bytes;
      return {arrive, copy, copy};
    }
    return {arrive, copy};
  }

  void ring(std::uint32_t from, std::uint32_t to) {
    const std::uint32_t stages = random_.pick({1u, 1u, 2u, 2u, 3u});
    const bool producer_lanes = random_.chance(0.3), consumer_lanes = random_.chance(0.3);
    const BarrierIndex full = fresh(stages, size(from) * (producer_lanes ? 32 : 1));
    const BarrierIndex empty = fresh(stages, size(to) * (consumer_lanes ? 32 : 1));
    const std::uint32_t style = random_.below(4);
    Operation free = wait(empty, stages, style == 0 ? 0 : 1, random_.chance(0.3));
    if (style == 1) free.from = stages;
    Operation release = make(Kind::phase_arrive, empty, stages, consumer_lanes);
    std::vector<Operation> use{wait(full, stages, 0, random_.chance(0.3))};
    if (style == 0) // all buffers are empty at first
      for (std::uint32_t s = 0; s < stages; ++s)
        parts_[to].before.push_back(
            make(Kind::phase_arrive, empty + static_cast<BarrierIndex>(s), 1, consumer_lanes));
    if (style == 2) { // an iteration late
      release.from = 1;
      std::ranges::rotate(release.barriers, release.barriers.end() - 1);
    }
    use.push_back(release);
    std::vector<Operation> produce =
        fill(full, stages, producer_lanes, size(from) == 1 && random_.chance(0.5));
    produce.insert(produce.begin(), free);
    append(parts_[from].body, produce, random_.chance(0.2));
    append(parts_[to].body, use, random_.chance(0.7));
  }

  static void append(std::vector<Operation>& to, const std::vector<Operation>& what, bool front) {
    to.insert(front ? to.begin() : to.end(), what.begin(), what.end());
  }

  // arrive_and_wait
  void meet_in_each_iteration() {
    const bool by_lane = random_.chance(0.5);
    std::uint32_t warps = 0;
    for (std::uint32_t r = 0; r < roles(); ++r)
      warps += size(r);
    const BarrierIndex m = fresh(1, warps * (by_lane ? 32 : 1));
    for (Part& p : parts_) {
      p.body.push_back(make(Kind::phase_arrive, m, 1, by_lane));
      p.body.push_back(wait(m, 1, 0, by_lane || random_.chance(0.3)));
    }
  }

  // One role loads some stages ahead and waits for what it loaded.
  void work_ahead() {
    const std::uint32_t r = random_.below(roles()), stages = 2 + random_.below(2);
    const std::uint32_t ahead = random_.chance(0.8) ? stages - 1 : stages;
    const bool by_lane = random_.chance(0.5);
    const BarrierIndex m = fresh(stages, size(r) * (by_lane ? 32 : 1));
    Operation load = make(Kind::phase_arrive, m, stages, by_lane);
    std::ranges::rotate(load.barriers, load.barriers.begin() + ahead % stages);
    load.until = ahead;
    for (std::uint32_t s = 0; s < ahead; ++s)
      parts_[r].before.push_back(
          make(Kind::phase_arrive, m + static_cast<BarrierIndex>(s % stages), 1, by_lane));
    parts_[r].body = {wait(m, stages, 0, by_lane), load};
  }

  void once() {
    const std::uint32_t a = random_.below(roles()), b = random_.below(roles());
    const bool copies = random_.chance(0.5) && size(a) == 1;
    const BarrierIndex m = fresh(1, size(a));
    append(parts_[a].before, fill(m, 1, false, copies), false);
    Operation w = make(Kind::phase_wait, m, 1, random_.chance(0.3));
    parts_[b].before.push_back(w);
    if (random_.chance(0.3)) parts_[a].after.push_back(w);
  }

  Random& random_;
  Skeleton& skeleton_;
  std::vector<Part>& parts_;
};

} // namespace

void add_phases(Random& random, Skeleton& skeleton, std::vector<Part>& parts) {
  PhaseBlock(random, skeleton, parts).add();
}

void damage_phase(Random& random, Skeleton& skeleton, Operation& op) {
  switch (random.below(5)) {
  case 0:
    random.any(op.parity) ^= 1;
    break;
  case 1:
    ++random.any(skeleton.mbarriers).expected;
    break;
  case 2:
    op.bytes += op.bytes ? 32 : 0;
    break;
  case 3:
    op.by_lane = !op.by_lane;
    op.arrivals = op.by_lane ? 32 : 1;
    break;
  default:
    std::ranges::rotate(op.barriers, op.barriers.begin() + 1);
    break;
  }
}

} // namespace heddle::oracle
