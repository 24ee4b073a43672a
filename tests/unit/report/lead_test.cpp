#include "report/lead.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using Calls = std::vector<Position>;

AccessReport access(Position at, Calls calls) {
  AccessReport a;
  a.position = std::move(at);
  a.source_line = "access";
  a.inlined_at = std::move(calls);
  for (const Position& call : a.inlined_at)
    a.call_lines.push_back("call at " + std::to_string(call.line));
  return a;
}

std::vector<Lead> leads_of(AccessReport a, AccessReport b) {
  Finding f;
  f.accesses = {std::move(a), std::move(b)};
  return leads(f);
}

const Position load{"load.h", 3, 1}, store{"load.h", 9, 1};

TEST(Lead, IsTheAccessItselfWhereNothingIsCalled) {
  const auto found = leads_of(access({"k.cu", 4, 2}, {}), access({"k.cu", 5, 2}, {}));
  EXPECT_EQ(found[0].at.line, 4U);
  EXPECT_EQ(found[0].line, "access");
  EXPECT_FALSE(found[0].is_call);
  EXPECT_TRUE(found[0].further.empty());
}

TEST(Lead, IsTheCallWhereTheTwoComeByDifferentOnes) {
  const auto found = leads_of(access(load, {{"k.cu", 7, 3}}), access(store, {{"k.cu", 8, 3}}));
  EXPECT_EQ(found[0].at.line, 7U);
  EXPECT_EQ(found[0].line, "call at 7");
  EXPECT_TRUE(found[0].is_call);
  EXPECT_EQ(found[1].at.line, 8U);
}

// Of PTX, and of reports that are read again.
TEST(Lead, IsTheAccessWhereTheLinesOfCallsAreNotKnown) {
  AccessReport a = access(load, {{"k.cu", 7, 3}}), b = access(store, {{"k.cu", 8, 3}});
  a.call_lines = {""};
  b.call_lines = {};
  const auto found = leads_of(a, b);
  EXPECT_EQ(found[0].at.file, "load.h");
  EXPECT_EQ(found[1].at.file, "load.h");
  EXPECT_FALSE(found[0].is_call || found[1].is_call);
}

TEST(Lead, StaysInTheFunctionThatBothAreIn) {
  const Position body{"k.cu", 20, 3}; // the kernel calls what does all of it
  const auto found = leads_of(access(load, {{"k.cu", 7, 3}, body}), access({"k.cu", 9, 1}, {body}));
  EXPECT_EQ(found[0].at.line, 7U);
  EXPECT_TRUE(found[0].is_call);
  EXPECT_EQ(found[1].at.line, 9U);
  EXPECT_FALSE(found[1].is_call);
  ASSERT_EQ(found[1].further.size(), 1U);
  EXPECT_EQ(found[1].further[0].line, 20U);
}

TEST(Lead, IsTheLineOfTheKernelWhereBothComeByTheSameCalls) {
  const Calls calls{{"load.h", 5, 1}, {"k.cu", 7, 3}, {"k.cu", 20, 3}};
  const auto found = leads_of(access(load, calls), access(store, calls));
  EXPECT_EQ(found[0].at.line, 20U);
  EXPECT_TRUE(found[0].is_call);
  ASSERT_EQ(found[0].further.size(), 2U); // on the way from there
  EXPECT_EQ(found[0].further[0].line, 7U);
  EXPECT_EQ(found[0].further[1].line, 5U);
  const auto beside =
      leads_of(access({"k.cu", 2, 1}, {{"k.cu", 7, 3}}), access({"k.cu", 2, 1}, {{"k.cu", 7, 3}}));
  EXPECT_EQ(beside[0].at.line, 7U);
  EXPECT_EQ(beside[1].at.line, 7U);
}

} // namespace
} // namespace heddle::report
