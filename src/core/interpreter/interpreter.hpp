// The concrete interpreter of core: real threads, machine arithmetic, real memory contents; values
// that cannot be known are carried as unknown and stop the run where an address, a branch or a
// mask depends on them. Shares no code with inference or encoding (theory.md section 1:
// `confirmed`; architecture.md: independent oracles).
//
// Threads run one after another from barrier to barrier. That is one legal interleaving; accesses
// are compared by happens-before through barriers, not by their place in it.
#pragma once
#include "core/interpreter/interpreter_memory.hpp"
#include "core/interpreter/replay.hpp"

#include <compare>
#include <set>

namespace heddle::core {

// ---- brute force over one launch ---------------------------------------------------------------

enum class BruteKind : std::uint8_t {
  race,
  same_value_race,
  divergence,
  exited_threads,
  assertion
};

struct BruteFinding {
  BruteKind kind = BruteKind::race;
  Loc a, b; // race: both places, a <= b; else the barrier or assertion, and b empty
  bool same_block = true;
  auto operator<=>(const BruteFinding&) const = default;
};

struct BruteResult {
  std::set<BruteFinding> findings;
  std::string stopped; // not empty: why the run did not come to its end
  bool has(BruteKind kind) const {
    return std::ranges::any_of(findings, [&](const BruteFinding& f) { return f.kind == kind; });
  }
};

// Runs every thread of every block and reports all races and barrier errors of that execution.
// `order` permutes the threads between barriers: ascending or descending.
enum class Order : std::uint8_t { ascending, descending };
BruteResult explore(const Kernel& kernel, const Launch& launch, Order order = Order::ascending,
                    const ReplayLimits& limits = {});

namespace interp {

// ---- the machine -------------------------------------------------------------------------------

enum class AccessKind : std::uint8_t { read, write, atomic };

struct AccessEvent {
  std::uint32_t thread;
  AccessKind kind;
  Scope scope; // atomic
  Instance instance;
  std::int64_t offset;
  unsigned size;
  std::uint32_t pc;
  Value value;        // write: what is stored
  bool loads = false; // atomic: it writes nothing

  bool only_reads() const { return kind == AccessKind::read || loads; }
};

// `lost`: the thread's next step depends on something unknown; it stays where it is, which is a
// legal delay, so the others may go on until a barrier needs it.
// `exchanging`: it waits for the others that make a value together with it.
enum class State : std::uint8_t { ready, waiting, exchanging, lost, exited, finished };

// What a thread brings to an exchange.
struct Offer {
  Value value;
  std::int64_t lane = 0, width = 0;
  std::uint32_t mask = 0xffffffff;
};

struct Thread {
  Index3 index{}, block{};
  std::uint32_t block_number = 0; // among the blocks that are run
  std::uint32_t linear = 0;       // in its block: x + dx * (y + dy * z)
  State state = State::ready;
  std::uint32_t pc = 0; // waiting: of the barrier
  std::uint32_t mask = 0xffffffff;
  bool with_chosen = false;               // waiting with lanes that the hardware chose
  std::array<std::int64_t, 3> operands{}; // waiting at a named barrier or an mbarrier: of Instr
  Offer offer{};                          // exchanging
  std::vector<Value> own;                 // its part of the frame
};

inline bool ended(const Thread& t) {
  return t.state == State::exited || t.state == State::finished;
}

class Machine;

// Sees a run; answers true to end it.
class Observer {
public:
  virtual ~Observer() = default;
  // Does it look at what this thread accesses?
  virtual bool watches(std::uint32_t /*thread*/) const { return true; }
  virtual bool access(const Machine&, const AccessEvent&) { return false; }
  // May this access of a thread be one whose place is not aligned? Else that stops the run.
  virtual bool misaligned(const Machine&, std::uint32_t /*thread*/, std::uint32_t /*pc*/) {
    return false;
  }
  // Machine::running has the thread's values.
  virtual bool assertion(const Machine&, std::uint32_t /*thread*/, std::uint32_t /*pc*/,
                         Value /*cond*/) {
    return false;
  }
  // The lane that does what the warp of this thread does together; nullopt: it is left open.
  virtual std::optional<std::int64_t> chosen_lane(const Machine&, std::uint32_t /*thread*/) {
    return std::nullopt;
  }
  // What a variable holds that nothing has set; nullopt: it is left open.
  virtual std::optional<std::int64_t> chosen_value(Type) { return std::nullopt; }
  // The threads that are watched have had their turns: can the rest of the run show nothing more?
  virtual bool decided(const Machine&) { return false; }
  // Every thread waits or has ended, and no barrier was released yet.
  virtual bool settled(const Machine&) { return false; }
  virtual bool diverged(const Machine&, std::uint32_t /*pc*/) { return false; }
  virtual bool missed(const Machine&, std::uint32_t /*pc*/) { return false; } // by exited threads
  virtual void met(std::span<const std::uint32_t> /*participants*/) {}
  // It decides when threads go on from barriers, by Machine::step and resume; else the machine
  // does, which knows nothing of named barriers and mbarriers.
  virtual bool synchronizes() const { return false; }
};

class Machine {
public:
  Machine(const Program& program, const Launch& launch, std::vector<Index3> blocks,
          Observer& observer, std::uint64_t steps);

  // Runs to the end, or to what stops it; `order` lists every thread once.
  void run(std::span<const std::uint32_t> order);
  // Runs a thread that is ready to where it waits, ends or is lost, or for a while.
  void step(std::uint32_t t);
  void resume(std::span<const std::uint32_t> group); // those of them that wait
  // The observer lets a barrier go that blocks are at which are not run.
  void meet_blocks() { grid_synced_ |= !all_blocks_; }

  const Program& program() const { return program_; }
  const std::vector<Thread>& threads() const { return threads_; }
  const Value& running(Slot slot) const { return frame_[slot]; } // of the thread that runs
  std::optional<std::uint32_t> find(const Index3& thread, const Index3& block) const;
  // Not empty: the launch is not legal, or the run stopped before its end (not by the observer).
  const std::string& stopped() const { return stopped_; }
  // May other turns of the threads make it another run? They do not where no thread met what
  // another one did in one round, unless it stopped in the turn of the first one, before others had
  // theirs.
  bool hangs_on_turns(std::uint32_t first) const {
    return memory_.has_met() || (!stopped_.empty() && stopped_by_ == first);
  }
  const std::optional<std::string>& lost_reason() const { return lost_reason_; } // of the first
  bool over() const { return ended_; }
  Instance instance(std::uint32_t t, const AccessInfo& access) const;
  std::uint64_t steps_left() const { return steps_left_; }
  // Do the two waiting threads wait at the same instance of one barrier?
  bool same_barrier(const Thread& a, const Thread& b) const;

private:
  void set_up(const Launch& launch);
  bool legal(const Launch& launch);
  void add_block(const Index3& block, std::uint32_t number);
  void run_thread(std::uint32_t t);
  bool effect(std::uint32_t t, const Instr& instr, std::uint32_t& pc); // false: leave the thread
  bool memory(std::uint32_t t, const Instr& instr, std::uint32_t pc);
  void read(std::uint32_t t, const Instr& instr, std::uint32_t pc);
  void write(std::uint32_t t, const Instr& instr, std::uint32_t pc);
  void atomic(std::uint32_t t, const Instr& instr, std::uint32_t pc);
  void wait(std::uint32_t t, const Instr& instr, std::uint32_t pc);
  bool is_chosen(const Value& mask) const;
  void wait_named(std::uint32_t t, const Instr& instr, std::uint32_t pc);
  bool known(std::uint32_t t, const Value& v, const char* what);
  void lose(std::uint32_t t, std::string reason);
  bool event(std::uint32_t t, AccessKind kind, const Instr& instr, std::uint32_t pc,
             const Value& value);
  bool is_foreign(const AccessInfo& info) const;
  void load(std::uint32_t t, const Instr& instr, std::uint32_t pc, Value& to);
  void load(const AccessInfo& info, Instance where, std::int64_t offset, unsigned size,
            std::uint32_t pc, Value& to);
  bool offer(std::uint32_t t, const Instr& instr, std::uint32_t pc);
  bool make_exchanges();
  bool make_exchange(std::uint32_t leader);
  bool give_up_exchanges();
  std::vector<std::uint32_t> partners(std::uint32_t leader) const;
  Value shuffled(std::span<const std::uint32_t> group, std::uint32_t t, Exchange::Kind kind,
                 Taint unknown) const;
  Value matched(std::span<const std::uint32_t> group, std::uint32_t t,
                const ExchangeInfo& info) const;
  Value combined(std::span<const std::uint32_t> group, const ExchangeInfo& info, Type type,
                 Taint unknown) const;
  bool same_exchange(const Thread& a, const Thread& b) const;
  bool release_warps();
  bool release_warp(std::uint32_t leader);
  bool release_chosen(std::uint32_t leader);
  bool release_blocks();
  bool release_clusters();
  bool release_grid();
  bool release(std::span<const std::uint32_t> group, Scope scope);
  void stop(std::string reason);

  const Program& program_;
  const Launch& launch_;
  Observer& observer_;
  std::uint64_t steps_left_;
  Memory memory_;
  std::vector<Thread> threads_;
  std::vector<std::vector<std::uint32_t>> blocks_; // thread numbers, ascending linear
  std::vector<Value> frame_;
  bool all_blocks_ = true;   // every block of the grid is run
  bool grid_synced_ = false; // a barrier of blocks that are not all run was passed
  bool ended_ = false;
  std::optional<std::uint32_t> running_;    // the thread that has its turn
  bool watched_ = true;                     // does the observer watch it?
  bool asks_others_ = false;                // has it read what others write, in this round?
  std::optional<std::uint32_t> stopped_by_; // in whose turn
  std::optional<std::string> lost_reason_;  // of the first lost thread; none: none is lost
  std::string stopped_;
};

// New content of a cell after `op` (CUDA's atomic functions), nullopt when not known.
std::optional<std::int64_t> atomic_result(const std::string& op, Type type, std::int64_t old,
                                          std::int64_t operand);

} // namespace interp
} // namespace heddle::core
