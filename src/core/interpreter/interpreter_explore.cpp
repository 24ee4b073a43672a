// Brute force: everything that goes wrong in one launch.
#include "core/interpreter/interpreter_races.hpp"

#include <numeric>

namespace heddle::core {

namespace {

using namespace interp;

class Everything final : public Observer {
public:
  Everything(const Program& program, BruteResult& out) : program_(program), out_(out) {}

  void start(std::size_t threads) {
    std::vector<std::uint32_t> all(threads);
    std::iota(all.begin(), all.end(), 0u);
    log_ = std::make_unique<RaceLog>(threads, all);
  }
  bool access(const Machine& machine, const AccessEvent& e) override {
    log_->note(machine, e, [&](const RaceLog::Conflict& c) {
      const Thread& x = machine.threads()[c.thread];
      const Thread& y = machine.threads()[e.thread];
      const auto [low, high] = std::minmax(program_.locs[c.pc], program_.locs[e.pc]);
      out_.findings.insert({c.same_value ? BruteKind::same_value_race : BruteKind::race, low, high,
                            x.block == y.block});
    });
    return false;
  }
  bool assertion(const Machine&, std::uint32_t, std::uint32_t pc, Value cond) override {
    if (cond.taint || !cond.bits) add(BruteKind::assertion, pc);
    return false;
  }
  bool diverged(const Machine&, std::uint32_t pc) override {
    add(BruteKind::divergence, pc);
    return false;
  }
  bool missed(const Machine&, std::uint32_t pc) override {
    add(BruteKind::exited_threads, pc);
    return false;
  }
  void met(std::span<const std::uint32_t> participants) override { log_->met(participants); }

private:
  void add(BruteKind kind, std::uint32_t pc) {
    out_.findings.insert({kind, program_.locs[pc], {}, true});
  }
  const Program& program_;
  BruteResult& out_;
  std::unique_ptr<RaceLog> log_;
};

} // namespace

BruteResult explore(const Kernel& kernel, const Launch& launch, Order order,
                    const ReplayLimits& limits) {
  const Program program = compile(kernel);
  std::vector<Index3> blocks;
  for (std::int64_t z = 0; z < launch.grid_dim[2]; ++z)
    for (std::int64_t y = 0; y < launch.grid_dim[1]; ++y)
      for (std::int64_t x = 0; x < launch.grid_dim[0]; ++x)
        blocks.push_back({x, y, z});
  BruteResult result;
  Everything observer(program, result);
  Machine machine(program, launch, blocks, observer, limits.steps);
  observer.start(machine.threads().size());
  std::vector<std::uint32_t> threads(machine.threads().size());
  std::iota(threads.begin(), threads.end(), 0u);
  if (order == Order::descending) std::ranges::reverse(threads);
  machine.run(threads);
  result.stopped = machine.stopped();
  return result;
}

} // namespace heddle::core
