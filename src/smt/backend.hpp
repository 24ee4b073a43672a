// One Z3 context with a solver and limits: the only owner of Z3 state. Encoders derive from it.
#pragma once
#include "smt/poly.hpp"
#include "smt/query.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <z3++.h>

namespace heddle::smt {

// Wall time that remains of a query.
class Deadline {
public:
  using Clock = std::chrono::steady_clock;
  explicit Deadline(double seconds)
      : end_(Clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}
  double left() const { return std::chrono::duration<double>(end_ - Clock::now()).count(); }
  Clock::time_point end() const { return end_; }

private:
  Clock::time_point end_;
};

// Interrupts the context when a check runs past its time or Z3 past its memory. Z3's own time-out
// covers most cases; this one those where Z3 does not look at it. Z3 counts memory per process:
// with several queries at once the limit is on their sum.
class Watchdog {
public:
  Watchdog(z3::context& context, unsigned memory_mb);
  ~Watchdog();
  void start(double seconds);
  void stop();
  bool out_of_memory() const { return out_of_memory_; }

private:
  void run();
  z3::context& context_;
  const std::uint64_t memory_bytes_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Deadline::Clock::time_point end_;
  bool armed_ = false, quit_ = false;
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
