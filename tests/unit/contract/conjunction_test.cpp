#include "cuda/contract/conjunction.hpp"

#include <gtest/gtest.h>

namespace heddle::contract {
namespace {

using Texts = std::vector<std::string>;

TEST(Conjunction, IsTakenApart) {
  EXPECT_EQ(conjuncts_of("n>0&&distinct(a) && (m % 2==0 && k != 1)"),
            (Texts{"n > 0", "distinct(a)", "m % 2 == 0", "k != 1"}));
  EXPECT_EQ(conjuncts_of("n > 0 || m > 0 && k > 0"), (Texts{"n > 0 || m > 0 && k > 0"}));
  EXPECT_EQ(conjuncts_of("(forall i: a[i] > 0 && a[i] < n) && n > 1"),
            (Texts{"forall i: a[i] > 0 && a[i] < n", "n > 1"}));
  EXPECT_EQ(conjuncts_of("n >"), (Texts{"n >"}));
}

TEST(Conjunction, IsJoinedSoThatItReadsBack) {
  EXPECT_EQ(joined({}), "");
  EXPECT_EQ(joined({"n > 0"}), "n > 0");
  EXPECT_EQ(joined({"n > 0", "m > 0 && n > 0"}), "n > 0 && m > 0");
  const Texts open{"forall i: a[i] > 0", "n > 0 || m > 0", "n > 0 -> m > 0", "n ? m : k"};
  EXPECT_EQ(joined(open), "(forall i: a[i] > 0) && (n > 0 || m > 0) && (n > 0 -> m > 0) && "
                          "(n ? m : k)");
  EXPECT_EQ(conjuncts_of(joined(open)), open);
  EXPECT_EQ(joined({open[0]}), open[0]);
}

} // namespace
} // namespace heddle::contract
