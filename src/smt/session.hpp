// One Z3 context with a solver, an emitter and limits: the only owner of Z3 state.
#pragma once
#include "smt/emit.hpp"
#include "smt/query.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

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

class Session {
public:
  enum class Tactic { core, products }; // Z3's SMT core; or with preprocessing, for real products
  Session(const Pool& pool, Problem& problem, const Limits& limits, Emitter::Products products,
          Tactic tactic = Tactic::core);

  void add(FormId f);
  void add_roots();
  // Expressions whose values a model must have, with their encodings.
  void watch(Expr original, const Poly& value);
  void watch(Expr original, FormId value);

  Status check(double seconds, const std::vector<FormId>& assumptions = {});
  Model model();             // after sat
  Wide value(const Poly& p); // after sat
  Wide value(MonoId m);
  // Divisions by zero yield zero from here on.
  bool fix_zero_quotients();
  void push() { solver_.push(); }
  void pop() { solver_.pop(); }

  const std::string& reason() const { return reason_; }
  bool is_abstract() const { return emitter_.is_abstract(); }
  Emitter& emitter() { return emitter_; }
  std::string text() { return solver_.to_smt2(); }
  unsigned checks() const { return checks_; }

private:
  void flush();
  Wide number(const z3::expr& e);

  z3::context context_;
  Problem& problem_;
  Limits limits_;
  z3::solver solver_;
  Emitter emitter_;
  Watchdog watchdog_;
  std::vector<std::pair<Expr, z3::expr>> watched_;
  std::unique_ptr<z3::model> model_;
  std::string reason_;
  unsigned checks_ = 0;
};

} // namespace heddle::smt
