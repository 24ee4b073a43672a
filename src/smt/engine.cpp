#include "smt/engine.hpp"

#include "smt/query.hpp"

#include <algorithm>

namespace heddle::smt {

namespace {

constexpr double poll = 0.02;     // seconds between looks at the memory
constexpr double patience = 10;   // the wall's seconds to one of the thread's
constexpr double shortest = 1e-4; // seconds between looks at the clock
// Seconds between interrupts: one is enough but where Z3 does not look at it, and one that comes
// when the check is over stays for the next (Z3 4.8.12), which it ends.
constexpr double between = 0.2;

// Of this thread: how many live, and what they share.
thread_local unsigned sharing = 0;
thread_local std::shared_ptr<Engine> shared;

} // namespace

SharedContext::SharedContext() { ++sharing; }

SharedContext::~SharedContext() {
  if (--sharing == 0) shared.reset();
}

std::shared_ptr<Engine> Engine::lease() {
  if (sharing == 0) return std::make_shared<Engine>();
  if (shared && shared->watchdog.has_barked() && !shared->answers_again()) shared.reset();
  if (!shared) shared = std::make_shared<Engine>();
  return shared;
}

// An interrupt that came too late ends the next check, and that alone (Z3 4.8.12). What filled the
// memory is to be freed.
bool Engine::answers_again() {
  constexpr int most_pending = 3;
  if (watchdog.out_of_memory()) return false;
  try {
    z3::solver solver(context, z3::solver::simple());
    solver.add(context.bool_const("again"));
    for (int i = 0; i < most_pending; ++i) {
      if (solver.check() != z3::sat) continue;
      watchdog.forgive();
      return true;
    }
  } catch (const z3::exception&) { // a new one, then
  }
  return false;
}

Watchdog::Watchdog(z3::context& context) : context_(context), thread_([this] { run(); }) {}

Watchdog::~Watchdog() {
  {
    std::lock_guard lock(mutex_);
    quit_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Watchdog::start(double seconds, unsigned memory_mb) {
  {
    std::lock_guard lock(mutex_);
    memory_bytes_ = std::uint64_t{memory_mb} << 20;
    thread_clock_ = ThreadClock();
    end_ = thread_clock_.now() + seconds;
    wall_end_ =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(1 + patience * seconds));
    armed_ = true;
    out_of_memory_ = interrupted_ = false;
  }
  changed_.notify_all();
}

void Watchdog::stop() {
  std::lock_guard lock(mutex_);
  armed_ = false;
}

void Watchdog::run() {
  std::unique_lock lock(mutex_);
  while (!quit_) {
    if (!armed_) {
      changed_.wait(lock);
      continue;
    }
    // a thread uses up its time no faster than the wall's goes
    const double left = std::max(interrupted_ ? between : shortest, end_ - thread_clock_.now());
    changed_.wait_for(lock, Seconds(interrupted_ ? left : std::min(poll, left)));
    if (quit_ || !armed_) continue;
    const bool full = Z3_get_estimated_alloc_size() > memory_bytes_;
    if (full) out_of_memory_ = true;
    interrupted_ = full || thread_clock_.now() >= end_ || Clock::now() >= wall_end_;
    if (!interrupted_) continue;
    has_barked_ = true;
    context_.interrupt();
  }
}

} // namespace heddle::smt
