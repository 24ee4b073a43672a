#include "barrier/concrete.hpp"

#include "barrier/addresses.hpp"

#include <algorithm>
#include <bit>

namespace heddle::barrier {

namespace {

using namespace core::interp;
using sync::LaneMask;
using sync::Lanes;

constexpr std::uint32_t warp_size = 32;

class BlockRun : public Observer {
public:
  BlockRun(const Program& program, const core::Launch& launch, core::Index3 block,
           const core::ReplayLimits& limits, const sync::EngineOptions& options)
      : program_(program), machine_(program, launch, {block}, *this, limits.steps),
        engine_(shape(launch), options), status_(machine_.threads().size()),
        copies_(machine_.threads().size()) {}

  ConcreteResult run();

  bool synchronizes() const override { return true; }
  bool access(const Machine& machine, const AccessEvent& e) override;

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
    return {static_cast<std::uint32_t>(threads), warp_size};
  }
  static Lanes lanes_of(std::uint32_t t) { return {t / warp_size, LaneMask{1} << (t % warp_size)}; }
  const Instr& instruction(std::uint32_t t) const {
    return program_.code[machine_.threads()[t].pc];
  }
  std::uint32_t threads() const { return static_cast<std::uint32_t>(status_.size()); }

  bool advance(std::uint32_t warp);
  bool run_lanes(std::uint32_t first, std::uint32_t last);
  bool register_alone(std::uint32_t t);
  bool register_together(std::uint32_t first, std::uint32_t last);
  void register_divergent(std::uint32_t t);
  void exit(std::uint32_t t);
  bool exit_finished(std::uint32_t warp);
  bool unblock();
  bool same_registration(std::uint32_t a, std::uint32_t b) const;
  void register_aligned(Lanes who);
  void warp_barrier(std::uint32_t t);
  void mbarrier(std::uint32_t t);
  static std::vector<Copied> joined(std::vector<Copied> pieces);
  sync::Step complete(std::uint32_t t, std::uint32_t address, std::uint32_t bytes);
  void done(Lanes who, const sync::Step& step);
  void go_on(Lanes who);
  void stop(std::string reason) {
    if (stopped_.empty()) stopped_ = std::move(reason);
  }

  const Program& program_;
  Machine machine_;
  sync::Engine engine_;
  Addresses addresses_;
  std::vector<Status> status_;
  std::vector<std::vector<Copied>> copies_; // by thread: accesses of a copy not yet issued
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> phases_; // of last arrivals
  std::string stopped_;
};

// ---- accesses ----------------------------------------------------------------------------------

sync::Access kind_of(AccessKind kind) {
  return kind == AccessKind::read    ? sync::Access::read
         : kind == AccessKind::write ? sync::Access::write
                                     : sync::Access::atomic;
}

sync::Value value_of(const AccessEvent& e) {
  if (e.kind != AccessKind::write || e.value.taint || e.size > 8) return {};
  const std::uint64_t mask = e.size == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * e.size) - 1;
  return sync::Value::known(static_cast<std::uint64_t>(e.value.bits) & mask);
}

bool BlockRun::access(const Machine&, const AccessEvent& e) {
  const AccessInfo& info = program_.accesses[program_.code[e.pc].extra];
  const auto parts = addresses_.find(e.instance, info.cell_array, e.offset, e.size);
  if (parts.empty()) {
    stop("the block touches more memory than can be followed");
    return true;
  }
  for (const Addresses::Part& part : parts) {
    if (info.of_copy) {
      copies_[e.thread].push_back({part, e.pc, kind_of(e.kind)});
      continue;
    }
    const std::vector<std::uint32_t> at(warp_size, part.address);
    const std::vector<sync::Value> values(warp_size,
                                          parts.size() == 1 ? value_of(e) : sync::Value{});
    sync::AccessEvent event;
    event.who = lanes_of(e.thread);
    event.kind = kind_of(e.kind);
    event.addresses = at;
    event.size = part.size;
    if (e.kind == AccessKind::write) event.values = values;
    event.place = {e.pc};
    engine_.access(event);
  }
  return false;
}

// ---- the schedule ------------------------------------------------------------------------------

ConcreteResult BlockRun::run() {
  const std::uint32_t warps = (threads() + warp_size - 1) / warp_size;
  for (bool moved = true; moved && stopped_.empty() && !machine_.over();) {
    moved = false;
    for (std::uint32_t w = 0; w < warps && stopped_.empty() && !machine_.over(); ++w)
      moved |= advance(w);
    // Lanes that are lost may only be late.
    if (!moved && machine_.lost_reason().empty()) moved = unblock();
  }
  if (stopped_.empty()) stopped_ = machine_.stopped();
  if (stopped_.empty()) stopped_ = machine_.lost_reason();
  if (stopped_.empty()) engine_.finish();
  ConcreteResult result;
  result.findings = engine_.findings();
  result.locs = program_.locs;
  result.stopped = stopped_;
  result.ranges = addresses_.ranges();
  return result;
}

// Runs the lanes of a warp one after another to where they wait; registers what can be.
bool BlockRun::advance(std::uint32_t warp) {
  const std::uint32_t first = warp * warp_size, last = std::min(first + warp_size, threads());
  bool moved = run_lanes(first, last);
  for (std::uint32_t t = first; t < last && stopped_.empty(); ++t)
    if (status_[t] == Status::registers) moved |= register_alone(t);
  if (stopped_.empty()) moved |= register_together(first, last);
  return moved;
}

bool BlockRun::run_lanes(std::uint32_t first, std::uint32_t last) {
  bool moved = false;
  for (std::uint32_t t = first; t < last && !machine_.over(); ++t) {
    if (status_[t] != Status::runs || machine_.threads()[t].state != State::ready) continue;
    machine_.step(t);
    moved = true;
    const State state = machine_.threads()[t].state;
    if (state == State::waiting) status_[t] = Status::registers;
    if (state == State::finished) status_[t] = Status::finished;
    if (state == State::exited) exit(t);
  }
  return moved;
}

void BlockRun::exit(std::uint32_t t) {
  status_[t] = Status::gone;
  done(lanes_of(t), engine_.exit(lanes_of(t)));
}

// Those of a warp that fell off the kernel's end.
bool BlockRun::exit_finished(std::uint32_t warp) {
  bool any = false;
  for (std::uint32_t t = warp * warp_size; t < std::min((warp + 1) * warp_size, threads()); ++t) {
    if (status_[t] != Status::finished) continue;
    exit(t);
    any = true;
  }
  return any;
}

// Nobody can go on as things are. Threads that fell off the end are at no barrier that others of
// their warp wait at, as opposed to those that returned before it; barriers of the warp do not wait
// for them.
bool BlockRun::unblock() {
  for (std::uint32_t t = 0; t < threads(); ++t) {
    const bool in_warp_barrier = status_[t] == Status::blocked &&
                                 instruction(t).code == Code::barrier &&
                                 program_.barriers[instruction(t).extra].scope == Scope::warp;
    if (in_warp_barrier && exit_finished(t / warp_size)) return true;
  }
  for (std::uint32_t t = 0; t < threads(); ++t)
    if (status_[t] == Status::registers) return register_divergent(t), true;
  for (std::uint32_t warp = 0; warp * warp_size < threads(); ++warp)
    if (exit_finished(warp)) return true;
  return false;
}

void BlockRun::go_on(Lanes who) {
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if (!(who.lanes >> lane & 1)) continue;
    const std::uint32_t t = who.warp * warp_size + lane;
    status_[t] = Status::runs;
    machine_.resume({&t, 1});
  }
}

// `who` made an event that may block.
void BlockRun::done(Lanes who, const sync::Step& step) {
  const std::vector<Lanes> woken(step.woken.begin(), step.woken.end());
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    const std::uint32_t t = who.warp * warp_size + lane;
    if (!(who.lanes >> lane & 1) || status_[t] == Status::gone) continue;
    if (step.blocked >> lane & 1)
      status_[t] = Status::blocked;
    else
      go_on({who.warp, LaneMask{1} << lane});
  }
  for (const Lanes& w : woken)
    go_on(w);
}

// ---- named barriers ----------------------------------------------------------------------------

// What a lane does by itself; false: it waits for the others of its warp.
bool BlockRun::register_alone(std::uint32_t t) {
  const Instr& instr = instruction(t);
  const Thread& thread = machine_.threads()[t];
  if (instr.code == Code::mbarrier) return mbarrier(t), true;
  if (instr.code == Code::named) {
    if (program_.named[instr.extra].aligned) return false;
    return register_aligned(lanes_of(t)), true;
  }
  const core::interp::BarrierInfo& barrier = program_.barriers[instr.extra];
  if (barrier.scope == Scope::thread) return go_on(lanes_of(t)), true;
  if (barrier.scope == Scope::warp) return warp_barrier(t), true;
  if (barrier.scope != Scope::block)
    stop("a barrier of several blocks at line " + std::to_string(program_.locs[thread.pc].line));
  return false;
}

void BlockRun::warp_barrier(std::uint32_t t) {
  const Thread& thread = machine_.threads()[t];
  const std::uint32_t size = program_.barriers[instruction(t).extra].group_size;
  LaneMask members = thread.mask;
  if (size != 0 && size < warp_size)
    members &= ((LaneMask{1} << size) - 1) << (t % warp_size / size * size);
  const std::uint32_t lanes = std::min(threads() - t / warp_size * warp_size, warp_size);
  if (lanes < warp_size) members &= (LaneMask{1} << lanes) - 1;
  done(lanes_of(t), engine_.warp_sync(lanes_of(t), members, {thread.pc}));
}

// The same instruction with the same operands?
bool BlockRun::same_registration(std::uint32_t a, std::uint32_t b) const {
  const Thread &x = machine_.threads()[a], &y = machine_.threads()[b];
  return x.pc == y.pc && (instruction(a).code != Code::named || x.operands == y.operands);
}

// A barrier of the block, or a named one, that these lanes of a warp reach together.
void BlockRun::register_aligned(Lanes who) {
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(who.lanes));
  const std::uint32_t t = who.warp * warp_size + lane;
  const Thread& thread = machine_.threads()[t];
  const Instr& instr = instruction(t);
  sync::Registration at;
  at.place = {thread.pc};
  bool arrives = false;
  if (instr.code == Code::named) {
    const NamedInfo& info = program_.named[instr.extra];
    at.id = static_cast<std::uint32_t>(thread.operands[0]);
    if (instr.b != no_slot) at.count = static_cast<std::uint32_t>(thread.operands[1]);
    at.aligned = info.aligned;
    arrives = info.kind == core::NamedBarrier::Kind::arrive;
  }
  done(who, arrives ? engine_.arrive(who, at) : engine_.sync(who, at));
}

// All lanes of a warp that are still there; also tells the engine when all of them have ended.
bool BlockRun::register_together(std::uint32_t first, std::uint32_t last) {
  if (std::all_of(status_.begin() + first, status_.begin() + last,
                  [](Status s) { return s == Status::finished || s == Status::gone; }))
    return exit_finished(first / warp_size);
  std::optional<std::uint32_t> leader;
  Lanes who{first / warp_size, 0};
  for (std::uint32_t t = first; t < last; ++t) {
    if (status_[t] == Status::gone) continue;
    if (status_[t] != Status::registers) return false;
    if (!leader) leader = t;
    if (!same_registration(*leader, t)) return false;
    who.lanes |= LaneMask{1} << (t - first);
  }
  if (!leader) return false;
  return register_aligned(who), true;
}

// Lanes of a warp wait at different barriers: those that wait where `t` does register without the
// others, which the engine reports.
void BlockRun::register_divergent(std::uint32_t t) {
  Lanes who{t / warp_size, 0};
  const std::uint32_t first = who.warp * warp_size;
  for (std::uint32_t u = t; u < std::min(first + warp_size, threads()); ++u)
    if (status_[u] == Status::registers && same_registration(t, u))
      who.lanes |= LaneMask{1} << (u - first);
  register_aligned(who);
  exit_finished(who.warp);
}

// ---- mbarriers ---------------------------------------------------------------------------------

// What a copy reads and writes, in pieces as large as they lie together; reads first.
std::vector<BlockRun::Copied> BlockRun::joined(std::vector<Copied> pieces) {
  std::ranges::stable_sort(pieces, {}, [](const Copied& c) { return c.kind; });
  std::vector<Copied> parts;
  for (const Copied& piece : pieces) {
    const bool goes_on = !parts.empty() && parts.back().kind == piece.kind &&
                         parts.back().part.address + parts.back().part.size == piece.part.address;
    if (goes_on)
      parts.back().part.size += piece.part.size;
    else
      parts.push_back(piece);
  }
  return parts;
}

// An asynchronous copy of what was collected, which then reports `bytes` to the mbarrier: with its
// last part, so that all of them are of one phase.
sync::Step BlockRun::complete(std::uint32_t t, std::uint32_t address, std::uint32_t bytes) {
  const std::vector<Copied> parts = joined(std::exchange(copies_[t], {}));
  sync::AccessEvent event;
  event.who = lanes_of(t);
  event.place = {machine_.threads()[t].pc};
  if (parts.empty()) return engine_.copy_bulk(event, address, bytes);
  sync::Step step;
  for (const Copied& part : parts) {
    const std::vector<std::uint32_t> at(warp_size, part.part.address);
    event.kind = part.kind;
    event.addresses = at;
    event.size = 1;
    event.elements = part.part.size;
    event.place = {part.pc};
    step = engine_.copy_bulk(event, address, &part == &parts.back() ? bytes : 0);
  }
  return step;
}

void BlockRun::mbarrier(std::uint32_t t) {
  using Kind = core::Mbarrier::Kind;
  const Instr& instr = instruction(t);
  const MbarrierInfo& info = program_.mbarriers[instr.extra];
  const Thread& thread = machine_.threads()[t];
  const Lanes who = lanes_of(t);
  const sync::Place place{thread.pc};
  const auto parts = addresses_.find(machine_.instance(t, info.object), info.object.cell_array,
                                     thread.operands[0], 8);
  if (parts.size() != 1) return stop("an mbarrier at an address that is no multiple of 8");
  const std::uint32_t address = parts[0].address;
  const auto count = static_cast<std::uint32_t>(thread.operands[1]);
  const auto last = static_cast<std::uint32_t>(thread.operands[2]); // bytes, parity
  sync::Step step;
  switch (info.kind) {
  case Kind::init:
    engine_.mbarrier_init(who, address, count, place);
    break;
  case Kind::inval:
    engine_.mbarrier_inval(who, address, place);
    break;
  case Kind::arrive:
    step =
        engine_.mbarrier_arrive(who, address, {instr.b == no_slot ? 1 : count, last, false, place});
    phases_[{t, address}] = step.phase;
    break;
  case Kind::expect:
    step = engine_.mbarrier_expect_tx(who, address, last, place);
    break;
  case Kind::complete:
    if (last > 0) step = complete(t, address, last); // of no bytes it changes nothing
    break;
  case Kind::wait_parity:
    step = engine_.mbarrier_wait(who, address, {{}, last % 2, place});
    break;
  case Kind::wait_own:
    step = engine_.mbarrier_wait(who, address, {phases_[{t, address}], 0, place});
    break;
  }
  done(who, step);
}

} // namespace

ConcreteResult run_block(const core::Kernel& kernel, const core::Launch& launch, core::Index3 block,
                         const core::ReplayLimits& limits, const sync::EngineOptions& options) {
  std::int64_t threads = 1;
  for (const std::int64_t n : launch.block_dim)
    threads = n < 1 ? 1025 : std::min<std::int64_t>(threads * n, 1025);
  if (threads > 1024) {
    ConcreteResult result;
    result.stopped = "the launch's block has no threads or more than 1024";
    return result;
  }
  const Program program = compile(kernel);
  return BlockRun(program, launch, block, limits, options).run();
}

} // namespace heddle::barrier
