#include "check/environment.hpp"

#include <gtest/gtest.h>

namespace heddle::check {
namespace {

class EnvironmentTest : public testing::Test {
protected:
  Ctx ctx;
  core::Kernel kernel = core::make_kernel("k", {});
  protocol::Protocol protocol;
  Statistics statistics;
  Environment env{kernel, protocol, ctx, statistics};

  smt::Answer ask() const {
    smt::Query query;
    query.assertions = {env.pool().boolean(false)};
    return env.solve(query, env.limits());
  }
  double enough() const { return 2 * detail_budget * ctx.options.timeout_seconds; }
};

TEST_F(EnvironmentTest, AsksHoweverLongItTookWhereNothingIsFound) {
  env.spend(enough());
  EXPECT_EQ(ask().status, smt::Status::unsat);
}

TEST_F(EnvironmentTest, AsksNoMoreWhenTheTimeForFurtherErrorsIsSpent) {
  env.has_error = true;
  EXPECT_EQ(ask().status, smt::Status::unsat);
  env.spend(enough());
  const smt::Answer answer = ask();
  EXPECT_EQ(answer.status, smt::Status::unknown); // not asked is no proof
  EXPECT_EQ(answer.reason, "timeout after the time for further errors");
}

TEST_F(EnvironmentTest, AsksOnWhereAllErrorsAreWanted) {
  ctx.options.all_errors = true;
  env.has_error = true;
  env.spend(enough());
  EXPECT_EQ(ask().status, smt::Status::unsat);
}

} // namespace
} // namespace heddle::check
