#include "core/join_blocks.hpp"

#include "core/block_pairs.hpp"
#include "unit/core/builder.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

// A kernel of blocks of 64 in clusters of 2 x 2.
struct Together : Builder {
  ArrayId out = array("out"), tile = array("tile", Space::shared, {64});

  Together() {
    kernel.to_join = {2, 2, 1};
    for (const auto& [axis, size] : {std::pair(0, 64), std::pair(1, 1), std::pair(2, 1)})
      pool().fix_symbol(kernel.block_dim[static_cast<std::size_t>(axis)], size, size);
    kernel.block_axes = 7;
    kernel.grid_axes = 3;
  }
  // The statements, as text.
  std::string joined() {
    const std::string all = to_string(join_blocks(kernel)), arrays = "shared tile: int[64]\n";
    return all.substr(all.find(arrays) + arrays.size());
  }
};

TEST(JoinBlocks, GiveEachBlockItsPartOfSharedMemory) {
  Together k;
  k.add(k.write(k.tile, k.tid(), k.bid()));
  k.add(k.sync());
  k.add(k.write(k.out, k.bid(1), k.c(1)));
  EXPECT_EQ(k.joined(),
            "  write tile[(i64)(i32)threadIdx.x * 4 + (i64)threadIdx.z * 137438953472 .. +4] := "
            "(i32)(threadIdx.z % 2 + blockIdx.x * 2)\n"
            "  sync barrier (threadIdx.z + 1) * 16 of 64\n"
            "  write out[(i64)(i32)(threadIdx.z / 2 + blockIdx.y * 2) * 4 .. +4] := 1\n");
}

TEST(JoinBlocks, KnowTheClusterOfABlock) {
  Together k;
  Expr block = k.ref(k.kernel.block_index[0]), two = k.c(2, Type::u32());
  k.add(k.write(k.out, k.pool().div(block, two), k.pool().rem(block, two)));
  EXPECT_EQ(k.joined(), "  write out[(i64)blockIdx.x * 4 .. +4] := threadIdx.z % 2\n");
}

TEST(JoinBlocks, KeepIdsThatThereAreNot) {
  Together k;
  NamedBarrier b;
  b.id = k.c(16, Type::u32());
  k.add(k.at(std::move(b)));
  EXPECT_EQ(k.joined(), "  sync barrier 1040 of 64\n");
}

TEST(JoinBlocks, TellBlocksAndThreadsApartAgain) {
  const Together k;
  const Kernel joined = join_blocks(k.kernel);
  const Position3 at = apart(joined, {{5, 0, 3}, {4, 1, 0}});
  EXPECT_EQ(at.thread, (std::array<std::int64_t, 3>{5, 0, 0}));
  EXPECT_EQ(at.block, (std::array<std::int64_t, 3>{9, 3, 0}));
  EXPECT_EQ(joined_block(joined, at.block), (std::array<std::int64_t, 3>{4, 1, 0}));
}

// A role that one block leaves early, beside or before one that allocates for the pair.
Kernel leaving_beside_allocation(bool beside) {
  Together k;
  constexpr LabelId end = 7;
  const Expr rank = k.pool().rem(k.ref(k.kernel.block_index[0]), k.c(2, Type::u32()));
  Block loads, allocates;
  loads.push_back(k.branch(k.pool().eq(rank, k.c(1, Type::u32())), {k.at(Break{end})}));
  allocates.push_back(k.at(Barrier{Scope::warp, nullptr, 0, std::string(pair_allocation)}));
  Block roles;
  const Expr is_loader = k.pool().lt(k.tid(), k.c(32));
  roles.push_back(k.branch(is_loader, std::move(loads), beside ? allocates : Block{}));
  if (!beside) roles.push_back(std::move(allocates.front()));
  k.add(k.at(Labeled{end, std::move(roles)}));
  return join_blocks(k.kernel);
}

TEST(JoinBlocks, KnowThatOneWayIsNotLeftByTheOther) {
  EXPECT_TRUE(leaving_beside_allocation(true).unknowns.empty());
  const Kernel before = leaving_beside_allocation(false);
  ASSERT_EQ(before.unknowns.size(), 1U);
  EXPECT_TRUE(before.unknowns[0].first.starts_with(pair_allocation));
  EXPECT_TRUE(before.unknowns[0].first.ends_with("that one block of a pair may miss"));
}

TEST(JoinBlocks, SayWhyNot) {
  Together k;
  k.add(k.sync());
  k.pool().fix_symbol(k.kernel.block_dim[0], 512, 512);
  const Kernel joined = join_blocks(k.kernel);
  EXPECT_TRUE(joined.body.empty());
  ASSERT_EQ(joined.unknowns.size(), 1U);
  EXPECT_NE(joined.unknowns[0].first.find("more than 1024 threads"), std::string::npos);
}

TEST(JoinBlocks, FindRolesThatMeetApart) {
  Builder k;
  const auto meet = [&] { return k.at(Barrier{Scope::cluster, nullptr, 0, "cluster.sync()"}); };
  Expr first = k.pool().lt(k.tid(), k.c(32)), lower = k.pool().lt(k.bid(), k.c(1));
  k.add(k.branch(lower, {meet()}, {meet()}));
  EXPECT_FALSE(parts_at_cluster_barriers(k.kernel));
  k.add(k.branch(first, {meet()}));
  EXPECT_FALSE(parts_at_cluster_barriers(k.kernel));
  const VarId own = k.var("own", Type::boolean());
  k.add(k.at(Assign{own, first}));
  k.add(k.branch(k.ref(own), {}, {meet()}));
  EXPECT_TRUE(parts_at_cluster_barriers(k.kernel));
}

// Written out, the condition has 2^60 parts.
TEST(JoinBlocks, LookAtWhatIsSharedOnce) {
  Builder k;
  const VarId count = k.var("count", Type::i32());
  const FunctionId f = k.pool().pure_function("f", Type::i32());
  Expr e = k.ref(count);
  for (int i = 0; i < 60; ++i)
    e = k.pool().apply(f, {e, e});
  k.add(k.branch(k.pool().lt(e, k.c(1)),
                 {k.at(Barrier{Scope::cluster, nullptr, 0, "cluster.sync()"})}));
  EXPECT_FALSE(parts_at_cluster_barriers(k.kernel));
}

} // namespace
} // namespace heddle::core
