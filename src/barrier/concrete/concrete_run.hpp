// The run of one block: its threads, the engine, and what is in flight between them. Private to
// src/barrier.
#pragma once
#include "barrier/concrete/addresses.hpp"
#include "barrier/concrete/concrete.hpp"

#include <algorithm>
#include <map>

namespace heddle::barrier {

inline constexpr std::uint32_t lanes_of_warp = 32;
// For the engine the cluster's barrier is one of the block, behind the named ones.
inline constexpr std::uint32_t cluster_id = 16;

class BlockRun : public core::interp::Observer {
public:
  BlockRun(const core::interp::Program& program, const core::Launch& launch, core::Index3 block,
           const core::ReplayLimits& limits, const sync::EngineOptions& options, bool of_cluster,
           core::Space asked)
      : program_(program), machine_(program, launch, {block}, *this, limits.steps),
        engine_(shape(launch), options), status_(machine_.threads().size()),
        copies_(machine_.threads().size()), of_cluster_(of_cluster), asked_(asked) {}

  ConcreteResult run();

  bool synchronizes() const override { return true; }
  bool access(const core::interp::Machine& machine, const core::interp::AccessEvent& e) override;
  bool assertion(const core::interp::Machine&, std::uint32_t, std::uint32_t pc,
                 core::interp::Value cond) override {
    if (!cond.taint && !cond.bits) failed_.insert(program_.locs[pc]);
    return false;
  }

private:
  // registers: waits for its turn to register; blocked: has registered, waits for the engine;
  // finished: fell off the end of the kernel, and the engine does not know yet.
  enum class Status : std::uint8_t { runs, registers, blocked, finished, gone };
  struct Copied {
    Addresses::Part part;
    std::uint32_t pc;
    sync::Access kind;
  };

  static sync::Shape shape(const core::Launch& launch) {
    std::int64_t threads = 1;
    for (const std::int64_t n : launch.block_dim)
      threads = std::clamp<std::int64_t>(threads * n, 1, 1024);
    return {static_cast<std::uint32_t>(threads), lanes_of_warp};
  }
  static sync::Lanes lanes_of(std::uint32_t t) {
    return {t / lanes_of_warp, sync::LaneMask{1} << (t % lanes_of_warp)};
  }
  const core::interp::Instr& instruction(std::uint32_t t) const {
    return program_.code[machine_.threads()[t].pc];
  }
  std::uint32_t threads() const { return static_cast<std::uint32_t>(status_.size()); }

  // Are proxy fences asked for before what the async proxy does there? Maps have fences of their
  // own.
  bool is_asked_about(const core::interp::AccessInfo& info) const {
    return info.map || program_.kernel->arrays[info.array].space == asked_;
  }
  void access_async(const sync::AccessEvent& event);
  void block_begins(std::uint32_t first);
  void block_ends(std::uint32_t last);
  std::vector<sync::Lanes> others_of_block(std::uint32_t thread) const;
  std::int64_t rank_of(std::uint32_t t) const {
    return of_cluster_ ? machine_.threads()[t].index[2] : 0;
  }
  bool advance(std::uint32_t warp);
  bool run_lanes(std::uint32_t first, std::uint32_t last);
  bool register_alone(std::uint32_t t);
  bool register_together(std::uint32_t first, std::uint32_t last);
  void register_divergent(std::uint32_t t);
  void exit(std::uint32_t t);
  bool exit_finished(std::uint32_t warp);
  bool unblock();
  bool same_registration(std::uint32_t a, std::uint32_t b) const;
  void register_aligned(sync::Lanes who);
  void wait_for_products(std::uint32_t t);
  void acquire_map(std::uint32_t t);
  void warp_barrier(std::uint32_t t);
  void mbarrier(std::uint32_t t);
  static std::vector<Copied> joined(std::vector<Copied> pieces);
  sync::Step complete(std::uint32_t t, std::uint32_t address, std::uint32_t bytes, bool releases);
  void done(sync::Lanes who, const sync::Step& step);
  void go_on(sync::Lanes who);
  void stop(std::string reason) {
    if (stopped_.empty()) stopped_ = std::move(reason);
  }

  const core::interp::Program& program_;
  core::interp::Machine machine_;
  sync::Engine engine_;
  Addresses addresses_;
  std::vector<Status> status_;
  std::vector<std::vector<Copied>> copies_;          // by thread: accesses of a copy not yet issued
  std::map<std::uint32_t, std::uint32_t> announced_; // arrivals, by mbarrier
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> phases_; // of last arrivals
  // Of blocks of which a thread says that they end (core::is_lifetime), by rank: what it writes.
  std::map<std::int64_t, Copied> endings_;
  std::set<Loc> failed_; // assertions
  bool of_cluster_;      // all blocks of one: core/join_blocks.hpp
  core::Space asked_;    // of the memory that proxy fences are asked for
  std::string stopped_;
};

} // namespace heddle::barrier
