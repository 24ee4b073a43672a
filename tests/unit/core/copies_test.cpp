#include "core/copies.hpp"
#include "unit/core/builder.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

struct Copies : Builder {
  ArrayId in = array("in"), s = array("s", Space::shared, {64});
  VarId t = var("t"), i = var("i");

  Stmt copy(Expr to) { return at(AsyncCopy{{read(t, in, to), write(s, to, nullptr)}}); }
  Stmt commit() { return at(CopyGroup{CopyGroup::Kind::commit, nullptr}); }
  Stmt wait(std::int64_t behind) {
    return at(CopyGroup{CopyGroup::Kind::wait, c(behind, Type::i64())});
  }
  std::string completed() {
    EXPECT_TRUE(complete_copies(kernel));
    EXPECT_TRUE(check(kernel).empty()) << to_string(kernel);
    return to_string(kernel);
  }
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(CompleteCopies, WaitedForBeforeTheBarrierIsAnAccessAtItsIssue) {
  Copies b;
  for (Stmt& s : Block{b.copy(b.tid()), b.commit(), b.wait(0), b.sync()})
    b.add(std::move(s));
  EXPECT_EQ(b.completed(), R"(kernel k(global in: int[])
  shared s: int[64]
  t := read in[(i64)(i32)threadIdx.x * 4 .. +4]
  write s[(i64)(i32)threadIdx.x * 4 .. +4] := ?
  sync block
)");
}

TEST(CompleteCopies, InFlightAtABarrierIsRepeatedBehindIt) {
  Copies b;
  for (Stmt& s : Block{b.copy(b.ref(b.i)), b.commit(), b.sync(), b.wait(0), b.sync()})
    b.add(std::move(s));
  const std::string text = b.completed();
  EXPECT_TRUE(has(text, "  copy0.0.flies := true\n  copy0.0.0 := (i64)i * 4\n  t := read")) << text;
  EXPECT_TRUE(has(text, "  sync block\n  if copy0.1.flies\n    t := read in[copy0.1.0 .. +4]\n"
                        "    write s[copy0.1.0 .. +4] := ?\n  copy0.1.flies := false\n"))
      << text;
  EXPECT_TRUE(has(text, "  copy0.1.0 := 0\n  sync block\n")) << text; // and not behind the second
}

TEST(CompleteCopies, AWaitLeavesTheLastGroups) {
  Copies b;
  for (Stmt& s : Block{b.copy(b.c(1)), b.commit(), b.copy(b.c(2)), b.commit(), b.wait(1), b.sync()})
    b.add(std::move(s));
  const std::string text = b.completed();
  EXPECT_FALSE(has(text, "  sync block\n  if copy0")) << text;
  EXPECT_TRUE(has(text, "  sync block\n  if copy1.1.flies\n    t := read in[4 .. +4]\n") ||
              has(text, "  sync block\n  if copy1.1.flies\n    t := read in[8 .. +4]\n"))
      << text;
}

TEST(CompleteCopies, TheThreadsOwnAccessIsApart) {
  Copies b;
  for (Stmt& s : Block{b.copy(b.c(1)), b.read(b.t, b.s, b.c(2)), b.read(b.t, b.in, b.c(1))})
    b.add(std::move(s));
  const std::string text = b.completed();
  EXPECT_TRUE(has(text, "  if copy0.0.flies\n    assert")) << text;
  EXPECT_EQ(text.find("assert"), text.rfind("assert")) << text; // reads of the source are no matter
}

TEST(CompleteCopies, MoreGroupsThanAreToldApart) {
  Copies b;
  Loop loop;
  loop.label = 1;
  loop.cond = b.pool().lt(b.ref(b.i), b.c(9));
  loop.body = {b.copy(b.ref(b.i)), b.commit(), b.sync()};
  b.add(b.at(std::move(loop)));
  EXPECT_TRUE(has(b.completed(), "more groups of asynchronous copies in flight"));
}

} // namespace
} // namespace heddle::core
