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

} // namespace
} // namespace heddle::protocol
