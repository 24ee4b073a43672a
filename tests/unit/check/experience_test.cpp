#include "check/witness/experience.hpp"

#include "heddle/heddle.hpp"

#include <gtest/gtest.h>

namespace heddle::check {
namespace {

using Sought = Experience::Sought;

TEST(Experience, GivesUpWhatWasInVainTwiceAndTookLong) {
  Experience e;
  EXPECT_FALSE(e.is_in_vain(Sought::hint, "a", 1));
  e.note(Sought::hint, "a", false, 2);
  EXPECT_FALSE(e.is_in_vain(Sought::hint, "a", 1)); // once
  e.note(Sought::hint, "a", false, 0.1);
  EXPECT_TRUE(e.is_in_vain(Sought::hint, "a", 1));
  EXPECT_FALSE(e.is_in_vain(Sought::hint, "a", 3)); // not long
  EXPECT_FALSE(e.is_in_vain(Sought::hint, "b", 1));
  EXPECT_FALSE(e.is_in_vain(Sought::model, "a", 1));
}

TEST(Experience, GoesOnWhereModelsHelp) {
  Experience e;
  e.note(Sought::model, "a", true, 1);
  for (int i = 0; i < 3; ++i)
    e.note(Sought::model, "a", false, 1);
  EXPECT_FALSE(e.is_in_vain(Sought::model, "a", 1));
  e.note(Sought::model, "a", false, 1);
  EXPECT_TRUE(e.is_in_vain(Sought::model, "a", 1));
}

TEST(Experience, GivesInstancesTimeOfTheirOwnForModels) {
  Experience e;
  for (const Sought sought : {Sought::model, Sought::hint})
    for (int i = 0; i < 2; ++i)
      e.note(sought, "a", false, 1);
  e.begin_instance(false);
  EXPECT_FALSE(e.is_in_vain(Sought::model, "a", 1));
  EXPECT_TRUE(e.is_in_vain(Sought::hint, "a", 1));
  e.note(Sought::model, "a", false, 1);
  EXPECT_TRUE(e.is_in_vain(Sought::model, "a", 1));
  e.begin_instance(true);
  EXPECT_FALSE(e.is_in_vain(Sought::hint, "a", 1));
}

TEST(Experience, RemembersEachHintOnce) {
  Experience e;
  e.add({"n > 0", Reach::plain});
  e.add({"n > 0", Reach::narrows});
  e.add({"m > 0", Reach::plain});
  ASSERT_EQ(e.hints().size(), 2U);
  EXPECT_EQ(e.hints()[0].reach, Reach::plain);
}

std::uint64_t counted(const KernelResult& kernel, const std::string& what) {
  for (const auto& [name, n] : kernel.stats.counters)
    if (name == what) return n;
  return 0;
}

// What all launches have in common is asked about for a proof: its errors are explained by none.
TEST(Experience, ExplainsTheErrorsOfLaunchesAlone) {
  const CheckResult checked = check_text("k.cu", R"(
__global__ void k(int *a, int n) {
  if (threadIdx.x < n) a[0] = threadIdx.x;
}
void run(int *a) {
  k<<<1, 64>>>(a, 32);
  k<<<1, 96>>>(a, 64);
}
)",
                                         Options{}, {});
  ASSERT_EQ(checked.kernels.size(), 1U);
  const KernelResult& kernel = checked.kernels.front();
  ASSERT_EQ(kernel.launches.size(), 2U);
  EXPECT_EQ(kernel.verdict, Verdict::refuted);
  EXPECT_EQ(counted(kernel, "replays"), 2U);
}

} // namespace
} // namespace heddle::check
