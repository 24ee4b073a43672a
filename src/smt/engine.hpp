// A Z3 context with what interrupts it: the only owner of Z3 state beside the solvers made in it.
#pragma once
#include "support/clock.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <z3++.h>

namespace heddle::smt {

// Interrupts the context when a check runs past its time or Z3 past its memory. The time is that
// of the thread that checks; by the wall's clock there is a multiple of it. Z3 counts memory per
// process: with several queries at once the limit is on their sum.
class Watchdog {
public:
  explicit Watchdog(z3::context& context);
  ~Watchdog();
  void start(double seconds, unsigned memory_mb);
  void stop();
  bool out_of_memory() const { return out_of_memory_; } // in the last check
  bool has_barked() const { return has_barked_; }       // since it was forgiven
  void forgive() { has_barked_ = false; }

private:
  using Clock = std::chrono::steady_clock;
  void run();
  z3::context& context_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t memory_bytes_ = 0;
  ThreadClock thread_clock_; // of the thread that checks
  double end_ = 0;           // by it
  Clock::time_point wall_end_;
  bool armed_ = false, quit_ = false, interrupted_ = false;
  std::atomic<bool> out_of_memory_ = false, has_barked_ = false;
  std::thread thread_;
};

struct Engine {
  z3::context context;
  Watchdog watchdog{context};

  // That of the thread's SharedContext (query.hpp) where there is one, unless an interrupt is still
  // pending in it; else a new one.
  static std::shared_ptr<Engine> lease();

private:
  bool answers_again(); // after it was interrupted
};

} // namespace heddle::smt
