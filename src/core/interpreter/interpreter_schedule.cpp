// The launch: threads set up, run in turn, and released from barriers.
#include "core/interpreter/interpreter.hpp"

#include "core/clusters.hpp"
#include "core/meetings.hpp"

#include <algorithm>
#include <cassert>
#include <map>

namespace heddle::core::interp {

namespace {

// Above the hardware's 1024: old code and emulators are given larger blocks on purpose.
constexpr std::int64_t max_threads = 65536;

std::string at_line(const Program& p, std::uint32_t pc) {
  return " at line " + std::to_string(p.locs[pc].line);
}

} // namespace

Machine::Machine(const Program& program, const Launch& launch, std::vector<Index3> blocks,
                 Observer& observer, std::uint64_t steps)
    : program_(program), launch_(launch), observer_(observer), steps_left_(steps),
      frame_(program.slots) {
  if (!legal(launch)) return;
  set_up(launch);
  const Index3& g = launch.grid_dim;
  all_blocks_ = static_cast<std::int64_t>(blocks.size()) == g[0] * g[1] * g[2];
  for (std::uint32_t n = 0; n < blocks.size() && !ended_; ++n)
    add_block(blocks[n], n);
}

bool Machine::legal(const Launch& launch) {
  std::int64_t threads = 1;
  for (int a = 0; a < 3; ++a) {
    if (launch.block_dim[a] < 1 || launch.block_dim[a] > max_threads || launch.grid_dim[a] < 1)
      stop("the launch's dimensions are out of range");
    threads = std::min(threads * launch.block_dim[a], max_threads + 1);
  }
  if (threads > max_threads) stop("the launch has more than 65536 threads in a block");
  return !ended_;
}

void Machine::set_up(const Launch& launch) {
  const Kernel& kernel = *program_.kernel;
  for (const auto& [slot, value] : program_.constants)
    frame_[slot] = {value};
  for (const auto& [slot, id] : program_.launch_symbols) {
    const Symbol& s = kernel.pool->symbol(id);
    std::int64_t value = 0;
    if (s.role == Role::block_dim) {
      value = launch.block_dim[s.axis];
    } else if (s.role == Role::grid_dim) {
      value = launch.grid_dim[s.axis];
    } else if (const auto it = launch.params.find(id); it != launch.params.end()) {
      value = it->second;
    }
    frame_[slot] = {s.type.is_bool() ? value != 0 : wrap(value, s.type)};
  }
  std::uint64_t steps = program_.entry;
  run_pure(program_, frame_.data(), 0, steps);
  for (std::size_t i = 0; i < program_.assumptions.size(); ++i) {
    const Value& v = frame_[program_.assumptions[i]];
    const Assumption& a = kernel.assumptions[i];
    if (!v.taint && !v.bits)
      stop("the assumption '" + (a.text.empty() ? to_string(*kernel.pool, a.cond) : a.text) +
           "' does not hold in machine arithmetic");
  }
}

void Machine::add_block(const Index3& block, std::uint32_t number) {
  const Index3& dim = launch_.block_dim;
  blocks_.emplace_back();
  for (int a = 0; a < 3; ++a)
    if (block[a] < 0 || block[a] >= launch_.grid_dim[a]) return stop("no such block");
  std::uint32_t linear = 0;
  for (std::int64_t z = 0; z < dim[2]; ++z)
    for (std::int64_t y = 0; y < dim[1]; ++y)
      for (std::int64_t x = 0; x < dim[0]; ++x) {
        blocks_.back().push_back(static_cast<std::uint32_t>(threads_.size()));
        Thread& t = threads_.emplace_back();
        t.index = {x, y, z};
        t.block = block;
        t.block_number = number;
        t.linear = linear++;
        t.pc = program_.entry;
        t.own.resize(program_.own_slots);
        for (int a = 0; a < 3; ++a) {
          t.own[a] = {t.index[a]};
          t.own[3 + a] = {block[a]};
        }
      }
}

std::optional<std::uint32_t> Machine::find(const Index3& thread, const Index3& block) const {
  for (std::uint32_t t = 0; t < threads_.size(); ++t)
    if (threads_[t].index == thread && threads_[t].block == block) return t;
  return std::nullopt;
}

void Machine::run(std::span<const std::uint32_t> order) {
  assert(ended_ || order.size() == threads_.size());
  while (!ended_) {
    memory_.begin_round();
    asks_others_ = false;
    for (std::uint32_t t : order) {
      if (threads_[t].state != State::ready) continue;
      run_thread(t);
      if (ended_ || (watched_ && !asks_others_ && observer_.decided(*this))) return;
    }
    if (observer_.decided(*this)) return;
    const auto is_ready = [](const Thread& t) { return t.state == State::ready; };
    if (std::ranges::any_of(threads_, is_ready)) { // its turn was over before it came to a barrier
      for (const auto& block : blocks_) // what it waits for may be behind one of another block
        if (std::ranges::none_of(block, [&](std::uint32_t t) { return is_ready(threads_[t]); }))
          release(block, Scope::block);
      continue;
    }
    if (!lost_reason_ && std::ranges::all_of(threads_, ended)) return;
    if (make_exchanges()) continue;
    if (observer_.settled(*this)) return;
    if (release_warps() || ended_ || release_blocks() || ended_ || release_clusters() || ended_ ||
        release_grid() || ended_)
      continue;
    if (give_up_exchanges()) continue;
    if (lost_reason_) return stop(*lost_reason_);
    const auto stuck = std::ranges::find(threads_, State::waiting, &Thread::state);
    assert(stuck != threads_.end());
    observer_.diverged(*this, stuck->pc);
    stop("threads wait for each other at the barrier" + at_line(program_, stuck->pc));
  }
}

bool Machine::same_barrier(const Thread& a, const Thread& b) const {
  if (a.pc != b.pc) return false;
  const BarrierInfo& barrier = program_.barriers[program_.code[a.pc].extra];
  return std::ranges::all_of(barrier.counters,
                             [&](Slot s) { return a.own[s].bits == b.own[s].bits; });
}

// ---- warp barriers -----------------------------------------------------------------------------

bool Machine::release_warps() {
  bool any = false;
  for (std::uint32_t t = 0; t < threads_.size() && !ended_; ++t) {
    const Thread& thread = threads_[t];
    if (thread.state != State::waiting) continue;
    const BarrierInfo& barrier = program_.barriers[program_.code[thread.pc].extra];
    const Scope scope = barrier.scope;
    const bool meets = threads_of_meeting(barrier) != 0;
    if (scope == Scope::thread && !meets) {
      resume({&t, 1});
      any = true;
    } else if (scope == Scope::warp || meets) {
      any |= thread.with_chosen ? release_chosen(t) : release_warp(t);
    }
  }
  return any;
}

// Releases the lanes that `leader` waits with, when all that are still there have come.
bool Machine::release_warp(std::uint32_t leader) {
  const Thread& first = threads_[leader];
  const BarrierInfo& barrier = program_.barriers[program_.code[first.pc].extra];
  const auto& block = blocks_[first.block_number];
  const std::uint32_t size = barrier.group_size ? barrier.group_size : 32;
  const std::uint32_t start = first.linear / size * size;
  std::vector<std::uint32_t> group;
  for (std::uint32_t i = start; i < std::min<std::size_t>(start + size, block.size()); ++i)
    if (first.mask >> (i % 32) & 1) group.push_back(block[i]);
  if (!std::ranges::binary_search(group, leader)) {
    observer_.diverged(*this, first.pc);
    stop("a thread is not in the mask of its barrier" + at_line(program_, first.pc));
    return false;
  }
  for (std::uint32_t t : group)
    if (!ended(threads_[t]) &&
        (threads_[t].state != State::waiting || !same_barrier(threads_[t], first) ||
         threads_[t].mask != first.mask))
      return false;
  return release(group, barrier.scope);
}

// Lanes that the hardware chose: as many as it could have, so that what remains unordered is so
// with any others as well.
bool Machine::release_chosen(std::uint32_t leader) {
  const Thread& first = threads_[leader];
  const auto& block = blocks_[first.block_number];
  const std::uint32_t start = first.linear / 32 * 32;
  std::vector<std::uint32_t> group;
  for (std::uint32_t i = start; i < std::min<std::size_t>(start + 32, block.size()); ++i) {
    const Thread& t = threads_[block[i]];
    if (t.state == State::waiting && t.with_chosen && same_barrier(t, first))
      group.push_back(block[i]);
  }
  return release(group, Scope::warp);
}

// ---- block and grid barriers -------------------------------------------------------------------

bool Machine::release_blocks() {
  bool any = false;
  for (const auto& block : blocks_)
    any |= release(block, Scope::block);
  return any;
}

// Blocks of one cluster, those of them that are run.
bool Machine::release_clusters() {
  if (threads_.empty()) return false;
  const ClusterShape shape = unpack_cluster(program_.cluster_shape); // zeros: one block is run
  std::map<Index3, std::vector<std::uint32_t>> clusters;
  for (const auto& block : blocks_) {
    Index3 place = threads_[block[0]].block;
    for (std::size_t a = 0; a < 3; ++a)
      place[a] /= std::max(1u, shape[a]);
    auto& members = clusters[place];
    members.insert(members.end(), block.begin(), block.end());
  }
  const std::size_t whole = std::size_t{shape[0]} * shape[1] * shape[2] * blocks_[0].size();
  bool any = false;
  for (const auto& [place, members] : clusters) {
    if (!release(members, Scope::cluster)) continue;
    any = true;
    grid_synced_ |= members.size() != whole;
  }
  return any;
}

bool Machine::release_grid() {
  if (threads_.empty()) return false;
  std::vector<std::uint32_t> all;
  for (const auto& block : blocks_)
    all.insert(all.end(), block.begin(), block.end());
  if (!release(all, Scope::grid)) return false;
  grid_synced_ = true;
  return true;
}

// Releases `group` when everyone who has not ended waits at one barrier of this scope. Threads
// that ended are not waited for (theory.md section 1, "Exited threads"), but are reported.
bool Machine::release(std::span<const std::uint32_t> group, Scope scope) {
  const Thread* first = nullptr;
  bool any_exited = false, any_finished = false, mixed = false;
  for (std::uint32_t t : group) {
    const Thread& thread = threads_[t];
    any_exited |= thread.state == State::exited;
    any_finished |= thread.state == State::finished;
    if (ended(thread)) continue;
    if (thread.state != State::waiting ||
        program_.barriers[program_.code[thread.pc].extra].scope != scope)
      return false;
    if (!first) first = &thread;
    // PTX ISA, "barrier.cluster": warps may arrive at instructions of their own; so do not blocks
    // that do the same.
    const Thread& other = scope == Scope::cluster ? threads_[group[thread.linear]] : *first;
    mixed |= !ended(other) && !same_barrier(thread, other);
  }
  if (!first) return false;
  const std::uint32_t pc = first->pc;
  if ((mixed || any_finished) && observer_.diverged(*this, pc)) ended_ = true;
  if (any_exited && observer_.missed(*this, pc)) ended_ = true;
  if (mixed) stop("the threads wait at different barriers" + at_line(program_, pc));
  if (ended_) return false;
  if (scope != Scope::thread) observer_.met(group); // else nothing is ordered: meetings.hpp
  resume(group);
  return true;
}

void Machine::resume(std::span<const std::uint32_t> group) {
  for (std::uint32_t t : group)
    if (threads_[t].state == State::waiting) {
      threads_[t].state = State::ready;
      ++threads_[t].pc;
    }
}

} // namespace heddle::core::interp
