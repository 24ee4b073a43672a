// Processor time, by which limits are kept: what a machine does beside changes no verdict.
#pragma once
#include <algorithm>
#include <chrono>
#include <ctime>
#include <pthread.h>

namespace heddle {

using Seconds = std::chrono::duration<double>;

inline double seconds_of(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

// The clock of one thread's processor time; valid while the thread runs.
class ThreadClock {
public:
  ThreadClock() { pthread_getcpuclockid(pthread_self(), &clock_); }
  double now() const { return seconds_of(clock_); }

private:
  clockid_t clock_{};
};

// Time since it was made: the least of the wall's and the processors', so that neither other
// programs nor other threads of this one use it up.
class Stopwatch {
public:
  double seconds() const {
    const double wall = Seconds(std::chrono::steady_clock::now() - wall_).count();
    return std::min(wall, seconds_of(CLOCK_PROCESS_CPUTIME_ID) - processor_);
  }

private:
  std::chrono::steady_clock::time_point wall_ = std::chrono::steady_clock::now();
  double processor_ = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
};

} // namespace heddle
