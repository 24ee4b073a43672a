#include "core/ahead.hpp"
#include "core/interpreter/interpreter.hpp"
#include "unit/core/builder.hpp"

#include <functional>
#include <gtest/gtest.h>
#include <random>

namespace heddle::core {
namespace {

// One thread's kernel; what it writes to `out`, in order, is what it does.
struct Fetching : Builder {
  ArrayId out = array("out");
  VarId k = var("k"), f = var("f"), tail = var("tail"), other = var("other");
  Expr n = param("n"), m = param("m");
  LabelId labels = 0;

  Block record(Expr value) {
    return {write(out, ref(tail), value), assign(tail, plus(ref(tail), 1))};
  }
  Expr plus(Expr e, std::int64_t by) { return pool().add(e, c(by)); }
  Expr less(Expr a, Expr b) { return pool().lt(a, b); }
  Stmt loop(Expr cond, Block body, Block step = {}) {
    return at(Loop{++labels, {}, cond, std::move(body), std::move(step)});
  }
  static Block join(std::vector<Block> blocks) {
    Block result;
    for (Block& block : blocks)
      for (Stmt& s : block)
        result.push_back(std::move(s));
    return result;
  }
  // f := from; k := 0; while (k < n) { before; while (cond) { fetch; f++ } compute; k++ }
  void make(std::int64_t from, Expr cond, Block fetch, Block before = {}, Block step = {}) {
    add(assign(tail, c(0)));
    add(assign(other, c(7)));
    add(assign(f, c(from)));
    add(assign(k, c(0)));
    if (step.empty()) step = {assign(k, plus(ref(k), 1))};
    fetch.push_back(assign(f, plus(ref(f), 1)));
    add(loop(less(ref(k), n),
             join({std::move(before),
                   {loop(cond, std::move(fetch))},
                   record(pool().add(pool().mul(ref(k), c(100)), ref(f)))}),
             std::move(step)));
  }
  Expr ahead(std::int64_t by) {
    return pool().logical_and(less(ref(f), n), less(ref(f), plus(ref(k), by)));
  }
  Block fetch() { return record(plus(ref(f), 1000)); }

  bool straightened() {
    const std::string before = to_string(kernel);
    straighten_fetching(kernel);
    EXPECT_TRUE(check(kernel).empty()) << to_string(kernel);
    return to_string(kernel) != before;
  }
};

std::vector<std::int64_t> values(const Kernel& kernel, std::vector<std::int64_t> arguments) {
  struct Recorder final : interp::Observer {
    std::vector<std::int64_t> values;
    bool access(const interp::Machine&, const interp::AccessEvent& e) override {
      values.push_back(e.value.bits);
      return false;
    }
  } recorder;
  Launch launch;
  for (const Parameter& p : kernel.params)
    if (p.symbol) {
      launch.params[*p.symbol] = arguments.front();
      arguments.erase(arguments.begin());
    }
  const interp::Program program = interp::compile(kernel);
  interp::Machine machine(program, launch, {{0, 0, 0}}, recorder, 100'000);
  machine.run(std::vector<std::uint32_t>{0});
  return recorder.values;
}

// The same for all small sizes.
void expect_same(const Kernel& before, const Kernel& after) {
  for (std::int64_t n = 0; n < 8; ++n)
    for (std::int64_t m = 0; m < 8; m += 3)
      EXPECT_EQ(values(before, {n, m}), values(after, {n, m}))
          << "n = " << n << ", m = " << m << "\n"
          << to_string(after);
}

TEST(StraightenFetching, FetchesOnceInEachIteration) {
  Fetching b;
  b.make(0, b.ahead(2), b.fetch());
  EXPECT_TRUE(b.straightened());
  EXPECT_EQ(to_string(b.kernel), R"(kernel k(global out: int[], i32 n, i32 m)
  tail := 0
  other := 7
  f := 0
  k := 0
  if k < n
    if f < n
      write out[(i64)tail * 4 .. +4] := f + 1000
      tail := tail + 1
      f := f + 1
  loop 2
  while k < n
    if k + 1 < n
      f := k + 1
      write out[(i64)tail * 4 .. +4] := f + 1000
      tail := tail + 1
      f := f + 1
    write out[(i64)tail * 4 .. +4] := f + k * 100
    tail := tail + 1
  step
    k := k + 1
)");
}

TEST(StraightenFetching, DoesTheSameInTheSameOrder) {
  std::mt19937 random(7);
  const auto pick = [&](int most) { return static_cast<std::int64_t>(random() % (most + 1)); };
  int rewritten = 0;
  for (int round = 0; round < 400; ++round) {
    Fetching b;
    Pool& p = b.pool();
    const std::int64_t from = pick(4) - 1, by = pick(4);
    Expr bound = pick(3) ? b.n : b.m;
    Expr cond = p.logical_and(b.less(b.ref(b.f), b.plus(bound, pick(2) - 1)),
                              b.less(b.plus(b.ref(b.f), pick(1)), b.plus(b.ref(b.k), by)));
    if (pick(3) == 0) // while (f < min(n, k + by))
      cond = b.less(b.ref(b.f),
                    p.ite(b.less(bound, b.plus(b.ref(b.k), by)), bound, b.plus(b.ref(b.k), by)));
    Block fetch = b.fetch(), before, step;
    const std::int64_t form = pick(9);
    if (form == 0) before = {b.assign(b.other, b.plus(b.ref(b.k), 1))};
    if (form == 1) before = {b.assign(b.other, b.ref(b.f))};
    if (form == 2) fetch.push_back(b.branch(b.less(b.m, b.ref(b.f)), {b.assign(b.f, b.ref(b.k))}));
    if (form == 3) step = {b.assign(b.k, b.plus(b.ref(b.k), 2))};
    if (form == 4) step = {b.assign(b.k, b.plus(b.ref(b.k), 1)), b.assign(b.f, b.ref(b.k))};
    if (form == 5) cond = p.logical_and(b.ahead(by), p.ne(b.ref(b.f), b.m));
    if (form == 6) fetch.push_back(b.branch(p.eq(b.ref(b.f), b.m), {b.at(Break{1})}));
    if (form == 7) fetch.push_back(b.branch(p.eq(b.ref(b.f), b.m), {b.at(Exit{})}));
    b.make(from, cond, std::move(fetch), std::move(before), std::move(step));
    const Kernel unchanged = b.kernel;
    rewritten += b.straightened();
    expect_same(unchanged, b.kernel);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(rewritten, 50);
}

TEST(StraightenFetching, UnderAConditionOfTheThread) {
  for (const bool changing : {false, true}) { // where iterations change it, some fetch more
    Fetching b;
    b.add(b.assign(b.tail, b.c(0)));
    b.add(b.assign(b.f, b.c(0)));
    b.add(b.assign(b.k, b.c(0)));
    Block fetch = b.fetch();
    fetch.push_back(b.assign(b.f, b.plus(b.ref(b.f), 1)));
    Expr cond = b.less(changing ? b.ref(b.k) : b.c(2), b.m);
    b.add(b.loop(b.less(b.ref(b.k), b.n),
                 Fetching::join({{b.branch(cond, {b.loop(b.ahead(3), std::move(fetch))})},
                                 b.record(b.ref(b.k)),
                                 {b.assign(b.k, b.plus(b.ref(b.k), 1))}})));
    const Kernel before = b.kernel;
    EXPECT_EQ(b.straightened(), !changing);
    expect_same(before, b.kernel);
  }
}

} // namespace
} // namespace heddle::core
