#include "barrier/analysis/analysis.hpp"

#include "barrier/analysis/records.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace heddle::barrier {
namespace {

// What the warp did until the run failed does not depend on how many iterations the loop makes,
// when there are no fewer.
bool still_inside(const Shape& shape, const Run& run, std::uint32_t warp, std::uint32_t section) {
  const Unrolled& role = run.roles[shape.role_of[warp]];
  const std::int64_t guarded = role.trips[section] - shape.section(warp, section).until;
  const std::uint32_t common = role.epoch(section, std::max<std::int64_t>(0, guarded), 0);
  // what it fails to do, or waits to do, is to be the same too
  const bool tries = run.last.blocked[warp] < 0;
  return !run.last.ended[warp] && run.last.done[warp] + (tries ? 1 : 0) <= common;
}

bool covered(const std::vector<Pump>& pumps, std::uint32_t warp, std::uint32_t section) {
  return std::ranges::any_of(pumps,
                             [&](const Pump& p) { return p.find(warp, section) != nullptr; });
}

// May each loop of each warp be made longer without changing the verdict?
bool is_pumpable(const Shape& shape, const Run& run, const std::vector<Pump>& pumps) {
  for (std::uint32_t w = 0; w < shape.warps(); ++w) {
    const auto& sections = shape.sections[shape.role_of[w]];
    for (std::uint32_t s = 0; s < sections.size(); ++s) {
      if (!sections[s].pumped() || covered(pumps, w, s)) continue;
      if (!run.violation || !still_inside(shape, run, w, s)) return false;
    }
  }
  return true;
}

std::int64_t default_limit(const Shape& shape) {
  std::int64_t guards = 0, offsets = 0, period = 1;
  for (const auto& sections : shape.sections) {
    for (const SectionShape& s : sections) {
      if (!s.pumped()) continue;
      guards = std::max(guards, s.from + s.until);
      offsets = std::max(offsets, -s.offset);
      period = std::lcm(period, s.period);
    }
  }
  return 16 + guards + offsets + 8 * period;
}

std::string roles_of(const Shape& shape, std::pair<std::uint32_t, std::uint32_t> warps) {
  const auto& roles = shape.skeleton.roles;
  const auto a = shape.role_of[warps.first], b = shape.role_of[warps.second];
  if (a == b) return "warps of " + roles[a].name;
  return roles[a].name + " and " + roles[b].name;
}

} // namespace

bool Family::bad_at(std::int64_t n) const {
  if (bad_from && n >= *bad_from) return true;
  if (n >= static_cast<std::int64_t>(records.size())) n = first + (n - first) % period;
  return records[static_cast<std::size_t>(n)].run.violation.has_value();
}

void Family::search(const Limits& limits) {
  const std::int64_t last =
      limits.max_n ? limits.max_n : default_limit(shape) + least_first + 2 * base_period;
  std::uint64_t steps = 0;
  for (std::int64_t n = 0; n <= last; ++n) {
    steps += count_operations(shape, n);
    if (steps > limits.max_steps) {
      why = "its loops are too long to be run until what they do recurs";
      break;
    }
    const bool done = try_next(n);
    if (!done && nothing_from(n)) {
      first = n;
      period = 1;
    } else if (!done) {
      continue;
    }
    decided = true;
    return;
  }
  if (different_rates)
    why = "the loops of " + roles_of(shape, *different_rates) + " advance at different rates";
  else if (why.empty())
    why = "what its barriers do does not recur within " + std::to_string(last) + " iterations";
  first = static_cast<std::int64_t>(records.size());
}

bool Family::nothing_from(std::int64_t n) const {
  return possible && *possible && !(*possible)(n, 0) && !(*possible)(n, 1);
}

// True when what is known now decides all n.
bool Family::try_next(std::int64_t n) {
  std::vector<Unrolled> roles = unroll_all(shape, n);
  Record& record = records.emplace_back();
  PumpFinder finder(shape, roles);
  record.run = run(shape, n, roles, &finder, mode);
  const bool stops = mode.stop_at_failure && can_be(record);
  if (record.run.violation && (stops || is_pumpable(shape, record.run, {}))) {
    first = n;
    bad_from = n;
    return true;
  }
  record.pumps = finder.cover();
  record.pumpable = is_pumpable(shape, record.run, record.pumps);
  for (const Pump& pump : record.pumps)
    record.period = std::lcm(record.period, pump.iterations);
  if (finder.different_rates()) different_rates = finder.different_rates();
  return find_period();
}

// All of first .. n are pumpable with periods that divide the number of them.
bool Family::find_period() {
  std::int64_t common = base_period;
  const auto tried = static_cast<std::int64_t>(records.size());
  for (std::int64_t from = tried - 1; from >= least_first; --from) {
    const Record& record = records[static_cast<std::size_t>(from)];
    if (!record.pumpable) return false;
    common = std::lcm(common, record.period);
    if (tried - from < common) continue;
    first = from;
    period = common;
    return true;
  }
  return false;
}

Analysis::Analysis(const Skeleton& skeleton, Limits limits)
    : state_(std::make_unique<State>(skeleton, RunMode{})) {
  state_->search(limits);
}

Analysis::~Analysis() = default;
Analysis::Analysis(Analysis&&) noexcept = default;

bool Analysis::decided() const { return state_->decided; }
const std::string& Analysis::why() const { return state_->why; }
std::int64_t Analysis::first() const { return state_->first; }
std::int64_t Analysis::period() const { return state_->period; }
std::optional<std::int64_t> Analysis::bad_from() const { return state_->bad_from; }

std::vector<std::int64_t> Analysis::bad() const {
  std::vector<std::int64_t> out;
  for (const Record& record : state_->records)
    if (record.run.violation) out.push_back(record.run.n);
  return out;
}

std::optional<Failure> Analysis::failure(std::int64_t n) const {
  if (n < 0 || (!decided() && n >= first()))
    throw std::invalid_argument("no verdict about this number of iterations");
  if (!state_->bad_at(n)) return std::nullopt;
  if (n < static_cast<std::int64_t>(state_->records.size()))
    return explain(state_->shape, state_->records[static_cast<std::size_t>(n)].run);
  const Run concrete = run(state_->shape, n, unroll_all(state_->shape, n), nullptr);
  if (!concrete.violation) throw std::logic_error("a run that should fail does not");
  return explain(state_->shape, concrete);
}

} // namespace heddle::barrier
