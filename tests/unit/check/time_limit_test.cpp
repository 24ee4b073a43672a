#include "check/parallel.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

void poll_for(double seconds) {
  const Stopwatch watch;
  while (watch.seconds() < seconds)
    TimeLimit::poll();
}

TEST(TimeLimit, EndsWhatPolls) {
  const TimeLimit limit(0.02);
  const TimeLimit::Scope scope(&limit);
  EXPECT_GT(TimeLimit::left(), 0);
  EXPECT_THROW(poll_for(5), TimeIsOver);
  EXPECT_LE(TimeLimit::left(), 0);
}

TEST(TimeLimit, NoneIsNoLimit) {
  EXPECT_NO_THROW(poll_for(0.01));
  const TimeLimit none(0);
  const TimeLimit::Scope scope(&none);
  EXPECT_NO_THROW(poll_for(0.01));
  EXPECT_GT(TimeLimit::left(), 1e9);
}

TEST(TimeLimit, InnerScopesHoldWhileTheyLive) {
  const TimeLimit limit(0.001);
  const TimeLimit::Scope scope(&limit);
  {
    const TimeLimit::Scope unlimited(nullptr);
    EXPECT_NO_THROW(poll_for(0.01));
  }
  EXPECT_THROW(poll_for(5), TimeIsOver);
}

TEST(TimeLimit, HoldsInThreadsThatWorkForIt) {
  const TimeLimit limit(0.02);
  const TimeLimit::Scope scope(&limit);
  std::atomic<unsigned> ended = 0;
  check::run_parallel(3, 3, [&](std::size_t) {
    try {
      poll_for(5);
    } catch (const TimeIsOver&) {
      ++ended;
    }
  });
  EXPECT_EQ(ended, 3U);
}

} // namespace
} // namespace heddle
