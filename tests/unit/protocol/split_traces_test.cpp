#include "split_fixture.hpp"

namespace heddle::protocol {
namespace {

using Traces = testing_support::SplitTest;
constexpr ArrayId shared = 0, global = 1;

TEST_F(Traces, ABarrierFreeKernelIsOneTrace) {
  Questions q = ask_about(write(shared, tid()));
  EXPECT_EQ(text(q), "trace k.block.1.s: threads of one block\n"
                     "  fact threadIdx.x#1 < blockDim.x\n"
                     "  fact threadIdx.x#2 < blockDim.x\n"
                     "  fact threadIdx.x#1 != threadIdx.x#2\n"
                     "  both write [(i64)(i32)threadIdx.x#1 * 4 .. +4]\n");
  EXPECT_TRUE(q.traces[0].symmetric);
  EXPECT_EQ(to_string(*pool, q.traces[0].second[0].offset), "(i64)(i32)threadIdx.x#2 * 4");
}

TEST_F(Traces, ReadsAloneAskNothing) { EXPECT_TRUE(ask_about(read(shared, tid())).traces.empty()); }

TEST_F(Traces, LoopRowPairsNeighbouringIterations) {
  Expr n = param("n"), k = binder("k");
  Questions q =
      ask_about(loop(k, pool->lt(k, n),
                     seq({write(shared, tid()), barrier(), read(shared, pool->add(tid(), k))})));
  ASSERT_EQ(q.traces.size(), 2u);
  EXPECT_EQ(to_string(*pool, q.traces[1]),
            "trace k.block.3.s: threads of one block\n"
            "  fact threadIdx.x#1 < blockDim.x\n"
            "  fact threadIdx.x#2 < blockDim.x\n"
            "  fact threadIdx.x#1 != threadIdx.x#2\n"
            "  fact k < n\n"
            "  fact k + 1 < n\n"
            "  first read [(i64)(k + (i32)threadIdx.x#1) * 4 .. +4]\n"
            "  second write [(i64)(i32)threadIdx.x#2 * 4 .. +4]\n");
}

// Of the blocks that a launch makes to cover n cells: each begins inside.
TEST_F(Traces, BlocksOfACoveringGridBeginInside) {
  kernel.grid_axes = 1;
  Expr n = param("n"), b = param("b"), one = c(1);
  Expr blocks = pool->cast(pool->symbol_ref(kernel.grid_dim[0]), Type::i32());
  Expr up = pool->div(pool->sub(pool->add(n, b), one), b), down = pool->div(n, b);
  Expr rest = pool->ite(pool->eq(pool->rem(n, b), c(0)), c(0), one);
  const std::vector<std::pair<Expr, std::string>> forms{
      {up, "  fact b <= 0 || b * ((i32)blockIdx.x#1 + 1) <= n + b - 1\n"},
      {pool->add(down, rest), "  fact b <= 0 || n <= 0 || b * (i32)blockIdx.x#1 < n\n"},
      {pool->add(down, one), "  fact b <= 0 || n < 0 || b * (i32)blockIdx.x#1 <= n\n"},
      {pool->add(down, n), ""}};
  for (const auto& [form, fact] : forms) {
    kernel.assumptions.clear();
    assume(pool->eq(blocks, form));
    const Questions q = ask_about(write(global, bid()));
    ASSERT_FALSE(q.traces.empty());
    const std::string all = to_string(*pool, q.traces.back());
    if (fact.empty())
      EXPECT_EQ(all.find("b <= 0"), std::string::npos) << all;
    else
      EXPECT_NE(all.find(fact), std::string::npos) << all;
  }
}

} // namespace
} // namespace heddle::protocol
