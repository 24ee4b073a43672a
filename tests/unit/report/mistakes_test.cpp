// One mistake of a source, and what it takes down.
#include "report/mistakes.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

std::optional<Mistake> in(const std::string& reason, unsigned line) {
  return mistake_in({reason, {"f.cu", line, 3}});
}

TEST(Mistakes, AreOneWhereTheSameNameIsNotDeclared) {
  const auto first = in("does not compile: use of undeclared identifier 'T'", 1);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->text, "use of undeclared identifier 'T'");
  for (const char* reason :
       {"'f' does not compile: unknown type name 'T'",
        "'B', which does not compile: unknown type name 'T'; did you mean 't'?",
        "'g', of which a declaration may be missing: no template named 'T'"}) {
    const auto other = in(reason, 2);
    ASSERT_TRUE(other) << reason;
    EXPECT_EQ(other->key, first->key) << reason;
  }
  EXPECT_NE(in("does not compile: use of undeclared identifier 'U'", 1)->key, first->key);
}

TEST(Mistakes, AreOneForEachPlaceElse) {
  const std::string reason = "does not compile: expected ';' after expression";
  EXPECT_EQ(in(reason, 1)->key, in("'f' " + reason, 1)->key);
  EXPECT_NE(in(reason, 1)->key, in(reason, 2)->key);
  EXPECT_FALSE(in("recursion", 1));
}

TEST(Mistakes, HaveCallsAsTheirConsequences) {
  const Unknown mistake{"'f' does not compile: expected ';'", {}};
  const Unknown call{"call of 'f', whose definition is not understood", {}};
  const Unknown other{"call of 'g', whose definition is not understood", {}};
  const std::vector<Unknown> left = without_consequences({mistake, call, other});
  ASSERT_EQ(left.size(), 2U);
  EXPECT_EQ(left[1].reason, other.reason);
  EXPECT_EQ(without_consequences({call}).size(), 1U); // nothing else would say why
}

} // namespace
} // namespace heddle::report
