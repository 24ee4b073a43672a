// Runs independent tasks on a few threads; results keep the order of the tasks.
#pragma once
#include "support/time_limit.hpp"

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace heddle::check {

// Calls task(0) .. task(count - 1), at most `jobs` at a time. The first exception is thrown again
// here.
template <class Task> void run_parallel(std::size_t count, unsigned jobs, Task task) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr error;
  std::mutex error_mutex;
  const TimeLimit* const limit = TimeLimit::current();
  const auto worker = [&] {
    const TimeLimit::Scope scope(limit);
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        task(i);
      } catch (...) {
        std::lock_guard lock(error_mutex);
        if (!error) error = std::current_exception();
        next = count;
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    const std::size_t extra = std::min<std::size_t>(jobs ? jobs : 1, count);
    for (std::size_t i = 1; i < extra; ++i)
      threads.emplace_back(worker);
    worker();
  }
  if (error) std::rethrow_exception(error);
}

} // namespace heddle::check
