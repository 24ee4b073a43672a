#include "machine.hpp"

#include "races.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <span>
#include <ucontext.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace heddle::oracle {

namespace {

constexpr std::size_t stack_bytes = 64 * 1024;
constexpr unsigned max_steps = 20'000; // of all threads
constexpr unsigned warp_size = 32;

enum class State : std::uint8_t {
  running,
  at_barrier,
  at_warp_barrier,
  exchanging,
  exited,
  finished
};

struct Frame {
  void* caller;
  std::size_t base; // loops of the callers
};

struct Fiber {
  ucontext_t context{};
  Self self{};
  unsigned number = 0; // in the block
  State state = State::running;
  bool returns = false; // by a `return`
  std::vector<Frame> frames;
  std::vector<unsigned> iterations;
  // Where it waits, and with what.
  std::vector<std::uintptr_t> key;
  unsigned mask = 0;
  int brought = 0, lane_wanted = -1;
  Voted voted{};
  Exchanged exchanged{};
};

// Stacks live as long as the process: a fiber that is given up leaves nothing else behind.
std::span<char> stacks(std::size_t threads) {
  static std::unique_ptr<char[]> memory;
  static std::size_t size = 0;
  if (size < threads * stack_bytes) {
    size = threads * stack_bytes;
    memory = std::make_unique<char[]>(size);
  }
#if defined(__SANITIZE_ADDRESS__)
  __asan_unpoison_memory_region(memory.get(), size); // what fibers that were given up left behind
#endif
  return {memory.get(), size};
}

class Machine {
public:
  Machine(Entry entry, const NativeLaunch& launch, bool stop_early)
      : entry_(entry), launch_(launch), stop_early_(stop_early), memory_(launch), races_(outcome_) {
  }

  static Machine* running;

  NativeOutcome run() {
    running = this;
    for (unsigned b = 0; b < launch_.grid && !done(); ++b)
      run_block(launch_.descending ? launch_.grid - 1 - b : b);
    races_.settle();
    running = nullptr;
    return std::move(outcome_);
  }

  // What fibers call.
  const Self* self() const { return &current_->self; }

  void touch(void* place, unsigned long size, Touch kind) {
    count_step();
    const auto* at = static_cast<const char*>(place);
    if (stack_.data() <= at && at < stack_.data() + stack_.size()) return;
    if (!memory_.contains(at, size)) return give_up(outcome_.undefined);
    races_.touch({at, static_cast<std::uint32_t>(size), kind, current_->number,
                  current_->self.block, memory_.is_shared(at)});
  }

  void enter(void* caller) {
    count_step();
    current_->frames.push_back({caller, current_->iterations.size()});
  }
  void leave() {
    current_->iterations.resize(current_->frames.back().base);
    current_->frames.pop_back();
  }

  void loop(LoopEvent event, unsigned depth) {
    count_step();
    auto& counts = current_->iterations;
    const std::size_t at = current_->frames.back().base + depth;
    counts.resize(event == LoopEvent::next ? at + 1 : at);
    if (event == LoopEvent::next) ++counts.back();
    if (event == LoopEvent::enter) counts.push_back(0);
  }

  void object(void* place, unsigned long size, const char* name) {
    memory_.share(static_cast<char*>(place), size, name);
  }
  void undefined() { give_up(outcome_.undefined); }
  void exits() { current_->returns = true; }

  Voted block_barrier(void* site, bool holds) {
    current_->brought = holds;
    current_->mask = 0;
    wait(State::at_barrier, site);
    return current_->voted;
  }

  void warp_barrier(void* site, unsigned mask) {
    use_mask(mask);
    wait(State::at_warp_barrier, site);
  }

  Exchanged warp_exchange(void* site, unsigned mask, int value, int lane) {
    use_mask(mask);
    current_->brought = value;
    current_->lane_wanted = lane;
    wait(State::exchanging, site);
    return current_->exchanged;
  }

private:
  bool done() const { return !outcome_.valid() || (stop_early_ && !outcome_.errors.empty()); }

  void count_step() {
    if (++steps_ > max_steps) give_up(outcome_.unfinished);
  }

  // Never returns to the fiber.
  void give_up(bool& why) {
    why = true;
    swapcontext(&current_->context, &scheduler_);
  }

  void use_mask(unsigned mask) {
    current_->mask = mask;
    if ((mask >> (current_->number % warp_size) & 1) == 0) give_up(outcome_.undefined);
  }

  void wait(State state, void* site) {
    races_.settle();
    Fiber& f = *current_;
    f.state = state;
    f.key.assign(f.iterations.begin(), f.iterations.end());
    for (const Frame& frame : f.frames)
      f.key.push_back(reinterpret_cast<std::uintptr_t>(frame.caller));
    f.key.push_back(reinterpret_cast<std::uintptr_t>(site));
    swapcontext(&f.context, &scheduler_);
  }

  static void start() {
    Machine& m = *running;
    m.entry_(&m.memory_.arguments());
    m.races_.settle();
    m.current_->state = m.current_->returns ? State::exited : State::finished;
    swapcontext(&m.current_->context, &m.scheduler_);
  }

  void run_block(unsigned block) {
    const unsigned threads = launch_.block[0] * launch_.block[1];
    stack_ = stacks(threads);
    memory_.begin_block(block);
    races_.begin_block(threads);
    fibers_.clear();
    for (unsigned i = 0; i < threads; ++i) {
      Fiber& f = fibers_.emplace_back();
      f.number = i;
      f.self = {{i % launch_.block[0], i / launch_.block[0]},
                block,
                {launch_.block[0], launch_.block[1]},
                launch_.grid};
      getcontext(&f.context);
      f.context.uc_stack.ss_sp = stack_.data() + i * stack_bytes;
      f.context.uc_stack.ss_size = stack_bytes;
      f.context.uc_link = nullptr;
      makecontext(&f.context, &Machine::start, 0);
    }
    do {
      for (std::size_t i = 0; i < fibers_.size() && !done(); ++i)
        resume(fibers_[launch_.descending ? fibers_.size() - 1 - i : i]);
    } while (!done() && meet());
  }

  void resume(Fiber& f) {
    if (f.state != State::running) return;
    current_ = &f;
    swapcontext(&scheduler_, &f.context);
  }

  // No fiber can go on. Releases those whose barrier is complete; false when nobody goes on.
  bool meet() {
    bool released = false, waiting = false;
    for (Fiber& f : fibers_) {
      if (f.state == State::at_barrier) released |= meet_block(f);
      if (f.state == State::at_warp_barrier || f.state == State::exchanging)
        released |= meet_warp(f);
    }
    if (released) return true;
    for (const Fiber& f : fibers_)
      waiting |= f.state != State::exited && f.state != State::finished;
    if (waiting) report_divergence();
    return false;
  }

  void report_divergence() {
    for (const Fiber& a : fibers_)
      for (const Fiber& b : fibers_)
        if (a.number < b.number && (is_waiting(a) || is_waiting(b)) && !is_same_place(a, b))
          outcome_.errors.push_back({NativeError::Kind::divergence,
                                     {},
                                     {a.number, b.number},
                                     {a.self.block, b.self.block},
                                     ""});
  }

  static bool is_waiting(const Fiber& f) {
    return f.state != State::exited && f.state != State::finished && f.state != State::running;
  }

  static bool is_same_place(const Fiber& a, const Fiber& b) {
    return a.state == b.state && a.key == b.key && a.mask == b.mask;
  }

  // Threads of `candidates` that have not returned, when all of them are where `f` is.
  std::vector<Fiber*> gathered(const Fiber& f, const std::vector<Fiber*>& candidates) {
    std::vector<Fiber*> present;
    for (Fiber* other : candidates) {
      if (other->state == State::exited) continue;
      if (!is_same_place(f, *other)) return {};
      present.push_back(other);
    }
    outcome_.exited_at_barrier |= present.size() < candidates.size();
    return present;
  }

  bool meet_block(Fiber& f) {
    std::vector<Fiber*> all;
    for (Fiber& other : fibers_)
      all.push_back(&other);
    const auto present = gathered(f, all);
    if (present.empty()) return false;
    Voted result{0, static_cast<int>(present.size())};
    for (const Fiber* other : present)
      result.holding += other->brought;
    for (Fiber* other : present)
      other->voted = result;
    release(present, all, true);
    return true;
  }

  bool meet_warp(Fiber& f) {
    std::vector<Fiber*> lanes;
    for (Fiber& other : fibers_)
      if (other.number / warp_size == f.number / warp_size &&
          (f.mask >> (other.number % warp_size) & 1) != 0)
        lanes.push_back(&other);
    const auto present = gathered(f, lanes);
    if (present.empty()) return false;
    if (f.state == State::exchanging) exchange(present);
    release(present, lanes, f.state == State::at_warp_barrier);
    return true;
  }

  void exchange(const std::vector<Fiber*>& present) {
    unsigned ballot = 0, lanes = 0;
    for (const Fiber* f : present) {
      const unsigned bit = 1u << (f->number % warp_size);
      lanes |= bit;
      if (f->brought != 0) ballot |= bit;
    }
    for (Fiber* f : present) {
      f->exchanged = {f->brought, ballot, lanes};
      if (f->lane_wanted < 0) continue;
      const auto from = std::ranges::find_if(present, [&](const Fiber* other) {
        return static_cast<int>(other->number % warp_size) == f->lane_wanted;
      });
      if (from == present.end())
        outcome_.undefined = true;
      else
        f->exchanged.value = (*from)->brought;
    }
  }

  // What a thread did before it returned is before what others do behind the barrier, too.
  void release(const std::vector<Fiber*>& present, const std::vector<Fiber*>& all, bool orders) {
    if (orders) {
      std::vector<unsigned> numbers;
      for (const Fiber* f : all)
        numbers.push_back(f->number);
      races_.order(numbers);
    }
    for (Fiber* f : present)
      f->state = State::running;
  }

  const Entry entry_;
  const NativeLaunch& launch_;
  const bool stop_early_;
  NativeOutcome outcome_;
  Memory memory_;
  RaceLog races_;
  std::deque<Fiber> fibers_;
  Fiber* current_ = nullptr;
  ucontext_t scheduler_{};
  std::span<char> stack_;
  unsigned steps_ = 0;
};

Machine* Machine::running = nullptr;

} // namespace

const Api machine_api{
    [] { return Machine::running->self(); },
    [](void* place, unsigned long size, Touch kind) { Machine::running->touch(place, size, kind); },
    [](void* caller) { Machine::running->enter(caller); },
    [] { Machine::running->leave(); },
    [](LoopEvent event, unsigned depth) { Machine::running->loop(event, depth); },
    [](void* place, unsigned long size, const char* name) {
      Machine::running->object(place, size, name);
    },
    [] { Machine::running->undefined(); },
    [] { Machine::running->exits(); },
    [](void* site, bool holds) { return Machine::running->block_barrier(site, holds); },
    [](void* site, unsigned mask) { Machine::running->warp_barrier(site, mask); },
    [](void* site, unsigned mask, int value, int lane) {
      return Machine::running->warp_exchange(site, mask, value, lane);
    },
};

NativeOutcome run(Entry entry, const NativeLaunch& launch, bool stop_early) {
  return Machine(entry, launch, stop_early).run();
}

} // namespace heddle::oracle
