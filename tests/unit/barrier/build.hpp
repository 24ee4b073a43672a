// Skeletons in few words.
#pragma once
#include "barrier/analysis/analysis.hpp"
#include "barrier/analysis/windows.hpp"

#include <numeric>

namespace heddle::barrier {

inline Operation sync(BarrierIndex b, std::uint32_t warps) {
  Operation op;
  op.kind = Operation::Kind::sync;
  op.barriers = {b};
  op.count = 32 * warps;
  return op;
}
inline Operation arrive(BarrierIndex b, std::uint32_t warps) {
  Operation op = sync(b, warps);
  op.kind = Operation::Kind::arrive;
  return op;
}
inline Operation sync_all(BarrierIndex b) { return sync(b, 0); }

// At b + i % stages.
inline Operation cycling(Operation op, std::uint32_t stages) {
  const BarrierIndex b = op.barriers[0];
  op.barriers.resize(stages);
  std::iota(op.barriers.begin(), op.barriers.end(), b);
  return op;
}
inline Operation from(Operation op, std::int64_t i) {
  op.from = i;
  return op;
}
inline Operation until(Operation op, std::int64_t i) {
  op.until = i;
  return op;
}

inline Section straight(std::vector<Operation> ops) { return {false, 0, std::move(ops)}; }
inline Section loop(std::vector<Operation> ops, std::int64_t offset = 0) {
  return {true, offset, std::move(ops)};
}

class Block {
public:
  Block& role(std::uint32_t warps, std::vector<Section> sections) {
    Role r;
    r.name = std::string(1, static_cast<char>('A' + skeleton_.roles.size()));
    for (std::uint32_t k = 0; k < warps; ++k)
      r.warps.push_back(used_++);
    r.sections = std::move(sections);
    skeleton_.roles.push_back(std::move(r));
    return *this;
  }
  operator Skeleton() const { return skeleton_; }

private:
  Skeleton skeleton_;
  std::uint32_t used_ = 0;
};

// Producers fill and consumers empty `stages` buffers in turn; full 0 .. S-1, empty S .. 2S-1.
inline Skeleton guarded_ring(std::uint32_t stages, std::uint32_t producers,
                             std::uint32_t consumers) {
  const auto s = static_cast<BarrierIndex>(stages);
  const std::uint32_t all = producers + consumers;
  return Block()
      .role(producers,
            {loop({from(cycling(sync(s, all), stages), s), cycling(arrive(0, all), stages)})})
      .role(consumers,
            {loop({cycling(sync(0, all), stages), until(cycling(arrive(s, all), stages), s)})});
}

// The same, where the consumers say at first that all buffers are empty.
inline Skeleton credit_ring(std::uint32_t stages, std::uint32_t producers,
                            std::uint32_t consumers) {
  const auto s = static_cast<BarrierIndex>(stages);
  const std::uint32_t all = producers + consumers;
  std::vector<Operation> drain, credits;
  for (BarrierIndex k = 0; k < s; ++k) {
    drain.push_back(sync(s + k, all));
    credits.push_back(arrive(s + k, all));
  }
  return Block()
      .role(producers, {loop({cycling(sync(s, all), stages), cycling(arrive(0, all), stages)}),
                        straight(drain)})
      .role(consumers, {straight(credits),
                        loop({cycling(sync(0, all), stages), cycling(arrive(s, all), stages)})});
}

} // namespace heddle::barrier
