// The questions about large kernels stay few and small (theory.md section 2, "Simplifications").
#include "split_fixture.hpp"

#include <ctime>

namespace heddle::protocol {
namespace {

constexpr int n = 50;
constexpr ArrayId shared = 0;

class Scaling : public testing_support::SplitTest {
protected:
  // Loops around `inner`, each of `before` and then the next.
  NodePtr nest(NodePtr inner, bool accesses_between) {
    Expr bound = param("n");
    for (int i = 0; i < n; ++i) {
      Expr k = binder(("k" + std::to_string(n - i)).c_str());
      NodePtr body = accesses_between ? seq({write(shared, pool->add(tid(), k)), std::move(inner)})
                                      : std::move(inner);
      inner = loop(k, pool->lt(k, bound), std::move(body));
    }
    return inner;
  }
  void expect(NodePtr root, std::size_t traces, std::size_t accesses) {
    const std::clock_t start = std::clock();
    const Questions q = ask_about(std::move(root));
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    std::size_t count = 0;
    for (const Trace& t : q.traces) {
      count += t.first.size() + t.second.size();
      EXPECT_TRUE(t.exact);
    }
    EXPECT_EQ(q.traces.size(), traces);
    EXPECT_EQ(count, accesses);
    EXPECT_TRUE(q.obligations.empty());
    EXPECT_TRUE(q.unknowns.empty());
    EXPECT_LT(seconds, 5.0);
  }
};

TEST_F(Scaling, Accesses) {
  std::vector<NodePtr> parts;
  for (int i = 0; i < n; ++i)
    parts.push_back(write(shared, tid()));
  expect(seq(parts), 1, 2); // all are alike
}

TEST_F(Scaling, AccessesAndBarriers) {
  std::vector<NodePtr> parts;
  for (int i = 0; i < n; ++i)
    parts.insert(parts.end(), {write(shared, pool->add(tid(), c(i))), barrier()});
  expect(seq(parts), n, 2 * n);
}

TEST_F(Scaling, ThreadDependentConditions) {
  std::vector<NodePtr> parts;
  for (int i = 0; i < n; ++i)
    parts.push_back(branch(pool->lt(tid(), c(i)), write(shared, pool->add(tid(), c(i)))));
  expect(seq(parts), 1, 2 * n);
}

TEST_F(Scaling, UniformConditionsAroundBarriers) {
  std::vector<NodePtr> parts;
  for (int i = 0; i < n; ++i)
    parts.push_back(branch(pool->lt(param("p"), c(i)),
                           seq({write(shared, pool->add(tid(), c(2 * i))), barrier(),
                                write(shared, pool->add(tid(), c(2 * i + 1)))})));
  expect(seq(parts), 3 * n - 1, 2 * 2 * n + (n - 1) * (n + 2) / 2);
}

TEST_F(Scaling, UnsynchronisedLoops) { expect(nest(write(shared, tid()), false), 1, 2); }

TEST_F(Scaling, SynchronisedLoops) {
  expect(nest(seq({write(shared, tid()), barrier()}), false), 1, 2);
}

TEST_F(Scaling, SynchronisedLoopsWithNeighbours) {
  expect(nest(seq({write(shared, tid()), barrier(), write(shared, pool->add(tid(), c(1)))}), false),
         n + 2, 2 * (n + 2));
}

TEST_F(Scaling, SynchronisedLoopsWithAccessesBetween) {
  expect(nest(seq({write(shared, tid()), barrier()}), true), 2 * n - 1, 4 * n);
}

} // namespace
} // namespace heddle::protocol
