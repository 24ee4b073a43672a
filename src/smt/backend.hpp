// One Z3 context with a solver and limits: the only owner of Z3 state. Encoders derive from it.
#pragma once
#include "smt/normal/poly.hpp"
#include "smt/query.hpp"
#include "support/clock.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <z3++.h>

namespace heddle::smt {

// Processor time that remains of a query to the thread that works on it.
class Deadline {
public:
  explicit Deadline(double seconds) : end_(clock_.now() + seconds) {}
  double left() const { return end_ - clock_.now(); }

private:
  ThreadClock clock_;
  double end_;
};

// Interrupts the context when a check runs past its time or Z3 past its memory. The time is that
// of the thread that checks; by the wall's clock there is a multiple of it. Z3 counts memory per
// process: with several queries at once the limit is on their sum.
class Watchdog {
public:
  Watchdog(z3::context& context, unsigned memory_mb);
  ~Watchdog();
  void start(double seconds);
  void stop();
  bool out_of_memory() const { return out_of_memory_; }

private:
  using Clock = std::chrono::steady_clock;
  void run();
  z3::context& context_;
  const std::uint64_t memory_bytes_;
  std::mutex mutex_;
  std::condition_variable changed_;
  ThreadClock thread_clock_; // of the thread that checks
  double end_ = 0;           // by it
  Clock::time_point wall_end_;
  bool armed_ = false, quit_ = false, interrupted_ = false;
  std::atomic<bool> out_of_memory_ = false;
  std::thread thread_;
};

class Backend {
public:
  // Z3's SMT core; the same after preprocessing, for real products; and the one for bit-vectors.
  enum class Tactic { core, products, bits };
  Backend(const Limits& limits, Tactic tactic);
  virtual ~Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  // Under conditions over the query's atoms, for this check only.
  Status check(double seconds, const std::vector<Expr>& given = {});
  // Values of the query's atoms after sat; TooLarge when one does not fit.
  Model model();
  // Divisions by zero yield zero from here on, as Model::eval has it. False: there are none.
  bool avoid_zero_quotients();
  // Why the last check was unknown, for users.
  const std::string& reason() const { return reason_; }
  std::string text() { return solver_.to_smt2(); }

protected:
  virtual z3::expr condition(Expr e) = 0;
  virtual z3::expr_vector zero_quotients() = 0;
  // Asserts what encoding has left to say about the terms it made.
  virtual void flush() = 0;
  virtual Wide number(const z3::expr& value) const;
  Wide value_of(const z3::expr& e);

  z3::context context_;
  z3::solver solver_;
  std::vector<std::pair<Expr, z3::expr>> watched_; // atoms a model must tell

private:
  std::string explain(double seconds) const;
  const Limits limits_;
  Watchdog watchdog_;
  std::unique_ptr<z3::model> model_;
  std::string reason_;
};

} // namespace heddle::smt
