// Skeletons: what remains of the warps of one block when everything but barrier operations and the
// loops around them is forgotten (theory.md section 4). Roles are groups of warps, or of single
// lanes of warps ("units"), that do the same.
//
//   role producer: 4 warps          loop n: sync 2 + i % 2 (128) from 2;  arrive 0 + i % 2 (128)
//   role consumer: 4 warps          loop n: sync 0 + i % 2 (128);  arrive 2 + i % 2 (128) until T -
//   2
//
// Trip counts are T = max(0, n + c), n the one parameter, c a constant; everything else is
// concrete. All verdicts are for every n >= 0 at once.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::barrier {

// Barriers are numbered: 0 .. 15 are the named barriers of these ids, 16 and more those of the
// blocks of a cluster that are checked as one (core/join_blocks.hpp); barrier_ids + w joins the
// units of warp w (__syncwarp); then comes the cluster's barrier, of which other blocks are no part
// here: they come to it as often. What follows are mbarriers, in the order of Skeleton::mbarriers.
using BarrierIndex = std::int32_t;
inline constexpr BarrierIndex ids_of_block = 16, barrier_ids = ids_of_block * 9;
inline constexpr BarrierIndex cluster_barrier = barrier_ids + 32;
inline constexpr BarrierIndex named_barriers = cluster_barrier + 1;
inline constexpr BarrierIndex not_executed = -1;

struct Operation {
  enum class Kind : std::uint8_t {
    arrive,        // named barriers: registers and goes on
    sync,          // registers and waits
    warp_sync,     // __syncwarp() of a warp that is one unit: orders its lanes
    phase_arrive,  // mbarriers: arrive, with `bytes` > 0: arrive.expect_tx
    phase_expect,  // expect_tx of `bytes`
    phase_copy,    // an asynchronous copy is issued that will report `bytes`
    phase_commit,  // one arrival, when all that the warp's tensor operations so far do is over
    phase_wait,    // waits for the completion of the phase of parity `parity`
    fence,         // a proxy fence: orders nothing and waits for nobody; `barriers` says when alone
    tensor_before, // fences of tensor operations, likewise
    tensor_after,
    map_release, // between what threads do to tensor maps and copies by them, likewise
    map_acquire,
    matrix_wait // a wait for matrix products of the warpgroup (four warps): orders nothing but what
                // these read; `barriers` as for fences
  };
  Kind kind = Kind::sync;
  // At iteration i the operation is at barriers[i % size]; `not_executed` there: it is skipped in
  // these iterations. Never empty. Outside loops i = 0.
  std::vector<BarrierIndex> barriers{0};
  // In loops: executed iff from <= i < T - until.
  std::int64_t from = 0, until = 0;
  // Named: threads that a generation waits for, a multiple of 32; all_threads: every warp that has
  // not ended.
  static constexpr std::uint32_t all_threads = 0;
  std::uint32_t count = all_threads;
  bool joins_products = false; // sync: made of a matrix_wait (products.hpp)
  // sync: of threads that have ended. Nobody is there, but the barrier is complete only when they
  // have: so they come to it when they end. `silent`: what they did is not released by that.
  bool ended = false, silent = false;
  // sync, phase_wait: threads wait for others, and learn nothing by it. phase_arrive: it hands
  // nothing on. phase_commit: it hands on what the warp knows of others and what its tensor
  // operations did, and nothing that it did itself. phase_copy: what the copy did alone.
  bool weak = false;
  bool releases = false;      // phase_copy: as core::Mbarrier::releases
  bool relaxed = false;       // phase_arrive, phase_wait: as core::Mbarrier::relaxed
  bool aligned = true;        // named; else each lane of the unit registers by itself
  std::uint32_t arrivals = 1; // phase_arrive: by one warp
  std::uint32_t bytes = 0;    // by one warp
  // mbarriers: each lane by itself, when it gets there. Else the warp as a whole, or one lane for
  // it, with __syncwarp() before and behind (none needed where the role is one thread).
  bool by_lane = false;
  std::vector<std::uint8_t> parity{0}; // phase_wait: parity[i % size]
  std::uint32_t place = 0;             // for reports: the caller's number of the statement

  // In an outer loop: what the tables of barriers and parities go by.
  enum class Count : std::uint8_t {
    inner,   // iterations of the loop, from 0 in each outer one
    running, // iterations of the loop, those of earlier outer ones included
    outer    // outer iterations, as always in straight sections
  } counts = Count::inner;
  // In an outer loop: executed iff so many outer iterations came before, and so many iterations of
  // the loop, those of earlier outer ones included.
  std::int64_t from_outer = 0, from_running = 0;
  bool operator==(const Operation&) const = default;
};

// Nobody learns anything by it, or waits for anybody.
inline bool is_mark(Operation::Kind kind) { return kind >= Operation::Kind::fence; }

// A stretch of one role's program: straight, or a loop of T iterations.
struct Section {
  bool is_loop = false;
  std::int64_t offset = 0; // loops: T = max(0, n + offset)
  std::vector<Operation> operations;
};

struct Role {
  std::string name;
  std::vector<std::uint32_t> warps; // of the block, one for each unit; never empty
  std::vector<Section> sections;    // in program order
  // Threads for which a unit counts at named barriers: 32, or fewer for some lanes of a warp that
  // go their own way. The units of a warp have 32 together, or fewer.
  std::uint32_t threads = 32;
};

struct Mbarrier {
  std::string name;
  std::uint32_t expected = 1; // arrivals that complete a phase
};

struct Skeleton {
  std::vector<Role> roles;
  std::vector<Mbarrier> mbarriers;
  // It is known to be well-synchronized, by more than its clocks say: only orders are asked for.
  bool judged = false;
  // The blocks of a cluster as one: barrier 0 is the cluster's.
  bool of_cluster = false;
};

// Of one that has a number: "2"; in a cluster "2 of block 1 of the cluster".
std::string id_text(BarrierIndex id);
// Numbers as ascending runs: "0-3, 8".
std::string ranges(std::vector<std::uint32_t> numbers);
// Stable text, as above; for --dump=skeleton and tests.
std::string to_string(const Skeleton& skeleton);

} // namespace heddle::barrier
