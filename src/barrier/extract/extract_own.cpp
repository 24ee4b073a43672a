// Waits for the phase of a thread's own last arrival, as waits for a parity.
//
// The j-th arrival of a thread at an mbarrier is one of phase j when every thread that arrives
// there waits for its own arrival before it arrives again, and a phase expects exactly one arrival
// of each of them: phase 0 needs the first of all, and nobody comes a second time before it has
// completed; and so on. Then the wait is for parity j % 2. What is used otherwise is not
// understood.
#include "barrier/extract/extract.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace heddle::barrier {

namespace {

constexpr std::size_t max_table = 4096;

bool is_own(const Operation& op) {
  return op.kind == Operation::Kind::phase_wait && op.parity.empty();
}
bool is_at(const Operation& op, BarrierIndex object) {
  return std::ranges::count(op.barriers, object) != 0;
}

class OwnWaits {
public:
  OwnWaits(Extracted& extracted, bool nested) : out_(extracted), nested_(nested) {}

  void run() {
    std::set<BarrierIndex> objects;
    for (const Role& role : out_.skeleton.roles)
      for (const Section& section : role.sections)
        for (const Operation& op : section.operations)
          if (is_own(op)) {
            if (nested_) refuse(op, "an outer loop is around it");
            objects.insert(op.barriers.begin(), op.barriers.end());
          }
    objects.erase(not_executed);
    for (BarrierIndex object : objects)
      check(object);
    for (Role& role : out_.skeleton.roles)
      fill(role);
  }

private:
  [[noreturn]] void refuse(const Operation& op, const std::string& why) const {
    const Place& place = out_.places.at(op.place);
    throw NotUnderstood("'" + place.text + "' waits for the thread's own arrival, and " + why,
                        place.loc);
  }

  void check(BarrierIndex object) const {
    std::uint64_t total = 0;
    const Operation* some = nullptr;
    for (const Role& role : out_.skeleton.roles)
      for (const Section& section : role.sections)
        for (const Operation& op : section.operations)
          if (op.kind == Operation::Kind::phase_commit && is_at(op, object))
            refuse(op, "tensor operations arrive there as well");
    for (const Role& role : out_.skeleton.roles)
      if (const Operation* arrival = pairs_at(role, object)) {
        total += std::uint64_t{arrival->arrivals} * role.warps.size();
        some = arrival;
      }
    const auto number = static_cast<std::size_t>(object - named_barriers);
    // of more than come, the first wait never ends
    if (some && total > out_.skeleton.mbarriers.at(number).expected)
      refuse(*some,
             "a phase expects fewer arrivals than threads arrive (" + std::to_string(total) + ")");
  }

  // One of the role's arrivals; nullptr: it does not arrive there. Each is followed by its wait.
  const Operation* pairs_at(const Role& role, BarrierIndex object) const {
    const Operation* first = nullptr;
    for (const Section& section : role.sections) {
      const Operation* open = nullptr;
      for (const Operation& op : section.operations) {
        if (!is_at(op, object)) continue;
        if (op.kind == Operation::Kind::phase_arrive) {
          if (open) refuse(op, "a thread arrives again before it waits");
          if (first && first->arrivals != op.arrivals) refuse(op, "the arrivals differ in number");
          open = &op;
          if (!first) first = &op;
        } else if (op.kind == Operation::Kind::phase_wait) {
          if (!is_own(op) && !open && !first) continue; // of those who never arrive
          if (!is_own(op) || !open || open->barriers != op.barriers || open->from != op.from ||
              open->until != op.until)
            refuse(op, "it does not follow that arrival on every way");
          open = nullptr;
        }
      }
      if (open) refuse(*open, "a thread arrives and does not wait");
    }
    return first;
  }

  // The rounds of an object that came before: in straight sections, and in a loop.
  void fill(Role& role) const {
    std::map<BarrierIndex, std::uint64_t> rounds;
    std::set<BarrierIndex> open; // a number of rounds that depends on trip counts
    for (Section& section : role.sections) {
      std::vector<Operation*> waits;
      for (Operation& op : section.operations)
        if (is_own(op)) waits.push_back(&op);
      for (Operation* op : waits)
        for (BarrierIndex b : op->barriers)
          if (open.contains(b)) refuse(*op, "how often the thread arrived before is not known");
      if (section.is_loop) {
        fill_loop(waits, rounds);
        for (const Operation* op : waits)
          open.insert(op->barriers.begin(), op->barriers.end());
        open.erase(not_executed);
      } else {
        for (Operation* op : waits)
          op->parity = {static_cast<std::uint8_t>(rounds[op->barriers.front()]++ % 2)};
      }
    }
  }

  // Parities repeat after twice the period of the tables.
  void fill_loop(const std::vector<Operation*>& waits,
                 const std::map<BarrierIndex, std::uint64_t>& before) const {
    std::size_t period = 1;
    for (const Operation* op : waits) {
      period = std::lcm(period, op->barriers.size());
      if (period > max_table) refuse(*op, "its mbarriers repeat only after many iterations");
      if (op->from != waits.front()->from || op->until != waits.front()->until)
        refuse(*op, "some iterations have other waits");
    }
    if (waits.empty()) return;
    auto rounds = before;
    const std::size_t size = 2 * period;
    std::vector<std::vector<std::uint8_t>> tables(waits.size(), std::vector<std::uint8_t>(size, 0));
    const auto first = static_cast<std::size_t>(waits.front()->from);
    for (std::size_t i = first; i < first + size; ++i)
      for (std::size_t w = 0; w < waits.size(); ++w) {
        const auto& barriers = waits[w]->barriers;
        const BarrierIndex b = barriers[i % barriers.size()];
        if (b != not_executed) tables[w][i % size] = static_cast<std::uint8_t>(rounds[b]++ % 2);
      }
    for (std::size_t w = 0; w < waits.size(); ++w)
      waits[w]->parity = std::move(tables[w]);
  }

  Extracted& out_;
  bool nested_;
};

} // namespace

void resolve_own_waits(Extracted& extracted, bool nested) { OwnWaits(extracted, nested).run(); }

} // namespace heddle::barrier
