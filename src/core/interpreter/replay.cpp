// Replay of the solver's witnesses (theory.md section 1, `confirmed`). An execution that the
// witness describes is run under a few schedules: every one is legal, so one that shows the bug is
// enough.
#include "core/interpreter/replay.hpp"
#include "core/clusters.hpp"
#include "core/interpreter/interpreter_races.hpp"
#include "core/meetings.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

namespace heddle::core {

namespace {

using namespace interp;

// Launches and clusters up to this many threads are run whole where a barrier makes other blocks
// matter.
constexpr std::int64_t max_whole_launch = 4096;

// How much further a run goes that has shown a race, but on other cells than are wanted.
constexpr std::uint64_t steps_to_wanted = 100'000;

// All blocks of the clusters that these blocks are in, unless they are too many.
std::vector<Index3> whole_clusters(const ClusterShape& shape, const Launch& launch,
                                   const std::vector<Index3>& blocks) {
  std::int64_t threads = static_cast<std::int64_t>(blocks.size());
  for (std::size_t a = 0; a < 3; ++a)
    threads *= shape[a] * std::max<std::int64_t>(launch.block_dim[a], 1);
  if (threads > max_whole_launch) return blocks;
  std::set<Index3> all;
  for (const Index3& b : blocks)
    for (unsigned z = 0; z < shape[2]; ++z)
      for (unsigned y = 0; y < shape[1]; ++y)
        for (unsigned x = 0; x < shape[0]; ++x)
          all.insert({b[0] / shape[0] * shape[0] + x, b[1] / shape[1] * shape[1] + y,
                      b[2] / shape[2] * shape[2] + z});
  return {all.begin(), all.end()};
}

std::vector<Index3> blocks_to_run(const Program& program, const Launch& launch, const Index3& a,
                                  const Index3& b) {
  std::vector<Index3> blocks{a};
  if (b != a) blocks.push_back(b);
  if (!program.has_grid_barrier && program.cluster_shape != 0)
    return whole_clusters(unpack_cluster(program.cluster_shape), launch, blocks);
  if (!program.has_grid_barrier) return blocks;
  std::int64_t total = 1;
  for (int i = 0; i < 3; ++i) {
    total = std::min(total * std::max<std::int64_t>(launch.grid_dim[i], 1), max_whole_launch + 1);
    total = std::min(total * std::max<std::int64_t>(launch.block_dim[i], 1), max_whole_launch + 1);
  }
  if (total > max_whole_launch) return blocks;
  blocks.clear();
  for (std::int64_t z = 0; z < launch.grid_dim[2]; ++z)
    for (std::int64_t y = 0; y < launch.grid_dim[1]; ++y)
      for (std::int64_t x = 0; x < launch.grid_dim[0]; ++x)
        blocks.push_back({x, y, z});
  return blocks;
}

// The two threads first (so that nothing unknown in others stops the run before them), then all in
// ascending and in descending order.
std::vector<std::vector<std::uint32_t>> schedules(std::size_t threads, std::uint32_t a,
                                                  std::uint32_t b) {
  std::vector<std::uint32_t> up(threads);
  std::iota(up.begin(), up.end(), 0u);
  std::vector<std::uint32_t> down(up.rbegin(), up.rend());
  auto led_by = [&](std::uint32_t first, std::uint32_t second) {
    std::vector<std::uint32_t> order{first};
    if (second != first) order.push_back(second);
    for (std::uint32_t t : up)
      if (t != first && t != second) order.push_back(t);
    return order;
  };
  return {led_by(a, b), up, down, led_by(b, a)};
}

bool is_at(const Machine& machine, std::uint32_t pc, const ReplayTarget& target) {
  const Program& program = machine.program();
  return program.locs[pc] == target.loc && (!target.call || program.calls[pc] == *target.call);
}

// Of a warp that any lane may do its part for: this thread.
std::int64_t lane_of(const Thread& thread) { return thread.linear % lanes_of_warp; }

bool of_one_warp(const Thread& a, const Thread& b) {
  return a.block_number == b.block_number && a.linear / lanes_of_warp == b.linear / lanes_of_warp;
}

class Targets : public Observer {
public:
  Targets(const ReplayTarget& a, const ReplayTarget& b) : a_(a), b_(b) {}
  std::uint32_t first = 0, second = 0; // thread numbers
  bool hit = false, same_value = false, values_open = false;
  bool reached_a = false, reached_b = false;
  std::optional<std::array<std::int64_t, 2>> offsets;   // of a hit that is a race
  std::vector<std::pair<Loc, std::int64_t>> iterations; // of an assertion that fails
  std::string open_value;          // of values_open: which is not known, and why
  bool trapped = false;            // an access was not aligned
  void conclude(const Machine&) {} // the run is over
  bool watches(std::uint32_t thread) const override { return thread == first || thread == second; }

protected:
  ReplayTarget a_, b_;
};

class RaceTargets final : public Targets {
public:
  using Targets::Targets;
  void start(const Machine& machine) {
    log_ = std::make_unique<RaceLog>(machine.threads().size(), std::vector{first, second});
    ways_to_a_ = ways(machine, a_);
    ways_to_b_ = ways(machine, b_);
  }
  bool access(const Machine& machine, const AccessEvent& event) override {
    AccessEvent e = event;
    if (e.thread != first && (e.thread != second || b_.by)) return false;
    if (b_.by && is_at(machine, e.pc, b_)) e.thread = second;
    const bool is_a = e.thread == first;
    if (!is_at(machine, e.pc, is_a ? a_ : b_)) return false;
    (is_a ? reached_a : reached_b) = true;
    (is_a ? last_a_ : last_b_) = log_->now(e.thread);
    const bool of_lifetime = is_lifetime(array(machine, e.pc));
    if (of_lifetime && e.kind == AccessKind::write && e.value.bits == ends) ending_ = e.thread;
    log_->note(machine, e, [&](const RaceLog::Conflict& c) {
      if (of_lifetime && ending_) {
        const bool is_use = e.thread != *ending_;
        use_ = Use{is_use ? e.thread : c.thread, is_use ? log_->now(e.thread) : c.time};
        return;
      }
      if (!c.same_value && !c.values_open)
        meet(machine, is_a ? std::array{e.offset, c.offset} : std::array{c.offset, e.offset});
      same_value |= c.same_value;
      values_open |= c.values_open;
      if (c.values_open && open_value.empty()) open_value = describe(machine.program(), c.unknown);
    });
    return hit && !goes_on(machine);
  }
  bool misaligned(const Machine& machine, std::uint32_t thread, std::uint32_t pc) override {
    const bool meant = (a_.misaligned && thread == first && is_at(machine, pc, a_)) ||
                       (b_.misaligned && thread == second && is_at(machine, pc, b_));
    trapped |= !meant;
    return meant;
  }
  void met(std::span<const std::uint32_t> participants) override { log_->met(participants); }
  // Neither comes to its place any more, or one does alone, behind a barrier that orders it. Of
  // lifetimes the end of the run tells.
  bool decided(const Machine& machine) override {
    if (b_.by || is_of_lifetime_) return false;
    const bool a_comes = comes(machine, first, ways_to_a_),
               b_comes = comes(machine, second, ways_to_b_);
    if (a_comes == b_comes) return !a_comes;
    const std::optional<std::uint32_t> last = a_comes ? last_b_ : last_a_;
    return !last || log_->ordered(a_comes ? second : first, *last, a_comes ? first : second);
  }
  // Warps race whichever of their lanes access the cell. Whether two lanes of one warp do would
  // hang on the choice.
  std::optional<std::int64_t> chosen_lane(const Machine& machine, std::uint32_t thread) override {
    const auto& threads = machine.threads();
    if (of_one_warp(threads[first], threads[second])) return std::nullopt;
    for (const std::uint32_t target : {first, second})
      if (of_one_warp(threads[thread], threads[target])) return lane_of(threads[target]);
    return 0;
  }
  // A flag that nothing has set is as good as one that is set: what hangs on it happens.
  std::optional<std::int64_t> chosen_value(Type type) override {
    return type.is_bool() ? std::optional<std::int64_t>(1) : std::nullopt;
  }
  // A block has ended when all its threads have, of which one says so: the access was too late if
  // none of them came after it.
  void conclude(const Machine& machine) {
    if (!use_ || !machine.stopped().empty()) return;
    const auto& threads = machine.threads();
    hit = true;
    for (std::uint32_t t = 0; t < threads.size() && hit; ++t)
      hit = threads[t].block_number != threads[*ending_].block_number ||
            !log_->ordered(use_->thread, use_->time, t);
  }

private:
  struct Use { // the last one, of a block that may have ended
    std::uint32_t thread, time;
  };
  bool is_wanted(const std::array<std::int64_t, 2>& cells) const {
    return is_same_cell(a_.offset.value_or(cells[0]), cells[0]) &&
           is_same_cell(b_.offset.value_or(cells[1]), cells[1]);
  }
  // The first cell on which they meet, unless they come to the one that is wanted.
  void meet(const Machine& machine, const std::array<std::int64_t, 2>& cells) {
    if (!hit) steps_left_at_hit_ = machine.steps_left();
    if (!hit || is_wanted(cells)) offsets = cells;
    hit = true;
  }
  bool goes_on(const Machine& machine) const {
    return offsets && !is_wanted(*offsets) &&
           steps_left_at_hit_ - machine.steps_left() < steps_to_wanted;
  }
  static const Array& array(const Machine& machine, std::uint32_t pc) {
    const Program& program = machine.program();
    return program.kernel->arrays[program.accesses[program.code[pc].extra].array];
  }
  std::vector<bool> ways(const Machine& machine, const ReplayTarget& target) {
    const Program& program = machine.program();
    std::vector<bool> there(program.code.size());
    for (std::uint32_t pc = 0; pc < there.size(); ++pc) {
      const Code code = program.code[pc].code;
      const bool accesses = code == Code::read || code == Code::write || code == Code::atomic;
      there[pc] = accesses && is_at(machine, pc, target);
      is_of_lifetime_ = is_of_lifetime_ || (there[pc] && is_lifetime(array(machine, pc)));
    }
    return ways_to(program, there);
  }
  static bool comes(const Machine& machine, std::uint32_t t, const std::vector<bool>& ways) {
    const Thread& thread = machine.threads()[t];
    return !ended(thread) && thread.state != State::lost && ways[thread.pc];
  }
  std::unique_ptr<RaceLog> log_;
  std::vector<bool> ways_to_a_, ways_to_b_; // from which instructions
  bool is_of_lifetime_ = false;
  std::optional<std::uint32_t> last_a_, last_b_; // when they were at their places last
  std::optional<std::uint32_t> ending_;          // the thread that says that its block ends
  std::optional<Use> use_;
  std::uint64_t steps_left_at_hit_ = 0;
};

class DivergenceTargets final : public Targets {
public:
  DivergenceTargets(const ReplayTarget& a, const ReplayTarget& b, bool exited)
      : Targets(a, b), exited_(exited) {}
  void start(const Machine&) {}
  bool settled(const Machine& machine) override {
    const Thread& a = machine.threads()[first];
    const Thread& b = machine.threads()[second];
    if (!waits(machine, a)) return false;
    hit = b.state == (exited_ ? State::exited : State::finished);
    return hit;
  }
  bool diverged(const Machine& machine, std::uint32_t) override {
    const Thread& a = machine.threads()[first];
    const Thread& b = machine.threads()[second];
    if (exited_ || !waits(machine, a)) return false;
    hit = b.state == State::waiting && !machine.same_barrier(a, b);
    return hit;
  }

private:
  bool waits(const Machine& machine, const Thread& a) {
    const bool here = a.state == State::waiting && is_at(machine, a.pc, a_);
    reached_a |= here;
    return here;
  }
  bool exited_;
};

class AssertionTargets final : public Targets {
public:
  AssertionTargets(const ReplayTarget& a, const Assert& which) : Targets(a, a), which_(which) {
    reached_a = which.copy.has_value(); // asserted only where the copy is in flight
  }
  void start(const Machine&) {}
  bool assertion(const Machine& machine, std::uint32_t thread, std::uint32_t pc,
                 Value cond) override {
    const Instr& instr = machine.program().code[pc];
    const AssertionInfo& info = machine.program().assertions[instr.extra];
    if (thread != first || !is_at(machine, pc, a_) || !is_meant(*info.asserted)) return false;
    reached_a = true;
    if (cond.taint || cond.bits) return false;
    hit = true;
    for (const auto& [loop, counter] : info.loops)
      iterations.emplace_back(loop, machine.running(counter).bits);
    if (instr.b == no_slot || machine.running(instr.b).taint) return true;
    const std::int64_t offset = machine.running(instr.b).bits;
    offsets = std::array{offset, offset};
    return true;
  }

private:
  bool is_meant(const Assert& other) const {
    if (!which_.copy || !other.copy)
      return which_.text == other.text && !which_.copy && !other.copy;
    const auto what = [](const OwnCopy& c) {
      return std::tuple(c.array, c.writes, c.copy_writes, c.loc, c.call);
    };
    return what(*which_.copy) == what(*other.copy);
  }
  const Assert& which_;
};

std::string place(Loc loc) { return "line " + std::to_string(loc.line); }

// What a run that did not show it says, beside what earlier ones did.
void note(const Machine& machine, const Targets& targets, const std::string& otherwise,
          ReplayResult& result) {
  using Obstacle = ReplayResult::Obstacle;
  if (targets.same_value) result = {true, true, false, ""};
  if (targets.values_open && !result.confirmed) result = {true, false, true, targets.open_value};
  if (result.confirmed || !result.reason.empty()) return;
  // what others wait for does not matter where these have gone their ways to the end
  const Thread& a = machine.threads()[targets.first];
  const Thread& b = machine.threads()[targets.second];
  const bool is_lost = a.state == State::lost || b.state == State::lost;
  const std::string& stopped =
      machine.stopped().empty() && is_lost ? *machine.lost_reason() : machine.stopped();
  if (!stopped.empty() && !(ended(a) && ended(b))) {
    result.reason = stopped;
    result.obstacle = targets.trapped             ? Obstacle::misaligned
                      : machine.steps_left() == 0 ? Obstacle::steps
                                                  : Obstacle::none;
    return;
  }
  result.reason = otherwise;
  result.obstacle = Obstacle::elsewhere;
}

template <class T>
ReplayResult replay(const Kernel& kernel, const Launch& launch, const ReplayTarget& a,
                    const ReplayTarget& b, const ReplayLimits& limits, const T& make,
                    const std::string& reached_all) {
  const Slice needed = slice(kernel, {a, b});
  const Program program = compile(kernel, &needed);
  const auto blocks = blocks_to_run(program, launch, a.block, b.block);
  ReplayResult result;
  std::uint64_t steps = limits.steps; // of all schedules together
  for (std::size_t round = 0;; ++round) {
    auto targets = make();
    Machine machine(program, launch, blocks, targets, steps);
    const auto first = machine.find(a.thread, a.block),
               second = machine.find(b.by.value_or(b.thread), b.block);
    if (machine.stopped().empty() && (!first || !second))
      return {false, false, false, "no such thread"};
    if (!machine.stopped().empty()) return {false, false, false, machine.stopped()};
    targets.first = *first;
    targets.second = *second;
    targets.start(machine);
    const auto orders = schedules(machine.threads().size(), *first, *second);
    machine.run(orders[round]);
    targets.conclude(machine);
    steps = machine.steps_left();
    if (targets.hit)
      return {true, false, false, "", targets.offsets, {}, std::move(targets.iterations)};
    note(machine, targets,
         targets.reached_a ? reached_all : "the first thread does not come to " + place(a.loc),
         result);
    // the first schedule begins with these two: none that follows shows more of them
    const bool is_like_all = round == 0 && !machine.hangs_on_turns(*first);
    if (is_like_all || steps == 0 || round + 1 == orders.size()) return result;
  }
}

} // namespace

ReplayResult replay_race(const Kernel& kernel, const Launch& launch, const ReplayTarget& a,
                         const ReplayTarget& b, const ReplayLimits& limits) {
  if (a.thread == b.by.value_or(b.thread) && a.block == b.block)
    return {false, false, false, "the two threads are the same"};
  return replay(
      kernel, launch, a, b, limits, [&] { return RaceTargets(a, b); },
      "the two accesses do not meet on one cell without a barrier between them");
}

ReplayResult replay_divergence(const Kernel& kernel, const Launch& launch, const ReplayTarget& a,
                               const ReplayTarget& b, bool exited, const ReplayLimits& limits) {
  return replay(
      kernel, launch, a, b, limits, [&] { return DivergenceTargets(a, b, exited); },
      "the second thread comes to the barrier as well");
}

ReplayResult replay_assertion(const Kernel& kernel, const Launch& launch, const ReplayTarget& a,
                              const Assert& which, const ReplayLimits& limits) {
  return replay(
      kernel, launch, a, a, limits, [&] { return AssertionTargets(a, which); },
      which.copy ? "the access does not meet this copy while it is in flight"
                 : "the assertion holds there");
}

} // namespace heddle::core
