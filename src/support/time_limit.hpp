// A limit of time for work that may have several threads. What goes on for long polls, and ends by
// an exception when the time is over, wherever it is.
#pragma once
#include "support/clock.hpp"

#include <limits>
#include <stdexcept>

namespace heddle {

struct TimeIsOver : std::runtime_error {
  TimeIsOver() : std::runtime_error("the time is over") {}
};

class TimeLimit {
public:
  // Seconds as a stopwatch counts them; 0: no limit.
  explicit TimeLimit(double seconds) : seconds_(seconds) {}

  // The limit of its thread while it lives. nullptr: none.
  class Scope {
  public:
    explicit Scope(const TimeLimit* limit) : outer_(current_) { current_ = limit; }
    ~Scope() { current_ = outer_; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

  private:
    const TimeLimit* outer_;
  };

  // That of the thread, for those that it starts.
  static const TimeLimit* current() { return current_; }
  static double left() {
    if (!current_ || current_->seconds_ <= 0) return std::numeric_limits<double>::infinity();
    return current_->seconds_ - current_->watch_.seconds();
  }
  // Throws TimeIsOver.
  static void check() {
    if (left() <= 0) throw TimeIsOver();
  }
  // The same, now and then: cheap enough for every new expression.
  static void poll() {
    if (current_ && (++polls_ & 0xff) == 0) check();
  }

private:
  double seconds_;
  Stopwatch watch_;
  static inline constinit thread_local const TimeLimit* current_ = nullptr;
  static inline constinit thread_local unsigned polls_ = 0;
};

// What `work` returns, or `otherwise` where the time is over before.
template <class Work, class Otherwise>
auto within_time(const Work& work, const Otherwise& otherwise) -> decltype(work()) {
  try {
    return work();
  } catch (const TimeIsOver&) {
    return otherwise();
  }
}

} // namespace heddle
