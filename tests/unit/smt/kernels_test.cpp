// Questions as kernels pose them: unsigned thread ids, int indices, byte offsets of 64 bits.
#include "fixture.hpp"

namespace heddle::smt {
namespace {

class KernelTest : public SolverTest {
protected:
  struct Axis {
    Expr thread[2], block[2], dim, grid;
  };

  // Two threads along one axis; of one block or of two.
  Axis axis(const std::string& name, bool blocks_differ, std::int64_t max_dim = 1024) {
    Axis a;
    const Type u = Type::u32();
    a.dim = var("blockDim." + name, u, 1, max_dim, Role::block_dim);
    a.grid = var("gridDim." + name, u, 1, 65535, Role::grid_dim);
    for (int t : {0, 1}) {
      a.thread[t] = var("threadIdx." + name, u, 0, max_dim - 1, Role::thread_index);
      a.block[t] = t == 1 && !blocks_differ
                       ? a.block[0]
                       : var("blockIdx." + name, u, 0, 65534, Role::block_index);
      assume(lt(a.thread[t], a.dim));
      assume(lt(a.block[t], a.grid));
    }
    if (!blocks_differ) query.uniform.push_back(a.block[0]);
    return a;
  }
  Expr i32(Expr e) { return pool.cast(e, Type::i32()); }
  Expr i64(Expr e) { return pool.cast(e, Type::i64()); }
  Expr global(const Axis& a, int t) { return i32(add(mul(a.block[t], a.dim), a.thread[t])); }
  Expr bytes(Expr index, std::int64_t size) { return mul(i64(index), c(size, Type::i64())); }
  void expect_overlap(Expr a, Expr b, std::int64_t size, Status status) {
    const auto assertions = query.assertions;
    assume(lt(a, add(b, c(size, Type::i64()))));
    assume(lt(b, add(a, c(size, Type::i64()))));
    expect(status);
    query.assertions = assertions;
  }
};

TEST_F(KernelTest, OneElementPerThread) {
  const Axis x = axis("x", true);
  Expr n = var("n", Type::i32(), {}, {}, Role::parameter);
  assume(any({ne(x.block[0], x.block[1]), ne(x.thread[0], x.thread[1])}));
  for (int t : {0, 1})
    assume(lt(global(x, t), n));
  expect_overlap(bytes(global(x, 0), 4), bytes(global(x, 1), 4), 4, Status::unsat);
  expect_overlap(bytes(global(x, 0), 4), bytes(add(global(x, 1), c(1)), 4), 4, Status::sat);
}

TEST_F(KernelTest, MatrixOfUnknownWidth) {
  const Axis x = axis("x", true, 32), y = axis("y", true, 32);
  Expr n = var("n", Type::i32(), {}, {}, Role::parameter);
  assume(any({ne(x.block[0], x.block[1]), ne(x.thread[0], x.thread[1]), ne(y.block[0], y.block[1]),
              ne(y.thread[0], y.thread[1])}));
  Expr cell[2];
  for (int t : {0, 1}) {
    assume(lt(global(y, t), n));
    cell[t] = bytes(add(mul(global(y, t), n), global(x, t)), 8);
  }
  expect_overlap(cell[0], cell[1], 8, Status::sat);
  for (int t : {0, 1})
    assume(lt(global(x, t), n));
  expect_overlap(cell[0], cell[1], 8, Status::unsat);
}

TEST_F(KernelTest, ReversedByUnsignedSubtraction) {
  const Axis x = axis("x", false);
  Expr n = var("n", Type::u32(), {}, {}, Role::parameter), one = c(1, Type::u32());
  assume(ne(x.thread[0], x.thread[1]));
  Expr cell[2];
  for (int t : {0, 1})
    cell[t] = bytes(sub(sub(n, one), x.thread[t]), 4);
  expect_overlap(cell[0], cell[1], 4, Status::unsat); // also when it wraps, for 32 bits
  for (int t : {0, 1})
    assume(lt(x.thread[t], n));
  expect_overlap(cell[0], cell[1], 4, Status::unsat);
  expect_overlap(cell[0], bytes(x.thread[1], 4), 4, Status::sat);
}

TEST_F(KernelTest, TreeReduction) {
  const Axis x = axis("x", false);
  Expr s = var("s", Type::u32(), 1, 512);
  query.uniform.push_back(s);
  assume(ne(x.thread[0], x.thread[1]));
  assume(lt(x.thread[0], s));
  Expr write = bytes(x.thread[0], 4), read = bytes(add(x.thread[1], s), 4);
  assume(lt(x.thread[1], s));
  expect_overlap(write, read, 4, Status::unsat);
  query.assertions.pop_back();
  expect_overlap(write, read, 4, Status::unsat); // t0 < s <= t1 + s still
  query.assertions.pop_back();
  expect_overlap(write, read, 4, Status::sat);
}

TEST_F(KernelTest, GridStrideLoopOfSizeT) {
  const Axis x = axis("x", true);
  const Type u64 = Type::u64();
  Expr n = var("n", u64, {}, {}, Role::parameter);
  assume(any({ne(x.block[0], x.block[1]), ne(x.thread[0], x.thread[1])}));
  Expr cell[2];
  for (int t : {0, 1}) {
    Expr k = var("k", u64, 0);
    Expr start = pool.cast(add(mul(x.block[t], x.dim), x.thread[t]), u64);
    Expr stride = pool.cast(mul(x.dim, x.grid), u64);
    Expr i = add(start, mul(k, stride));
    assume(lt(i, n));
    cell[t] = bytes(i, 4);
  }
  expect_overlap(cell[0], cell[1], 4, Status::unsat);
  expect_overlap(cell[0], add(cell[1], c(4, Type::i64())), 4, Status::sat);
}

TEST_F(KernelTest, ButterflyByXor) {
  const Axis x = axis("x", false);
  Expr j = var("j", Type::u32(), 1, 512);
  query.uniform.push_back(j);
  assume(ne(x.thread[0], x.thread[1]));
  assume(eq(pool.bit_and(j, sub(j, c(1, Type::u32()))), c(0, Type::u32())));
  Expr partner[2];
  for (int t : {0, 1})
    partner[t] = pool.bit_xor(x.thread[t], j);
  expect_overlap(bytes(partner[0], 4), bytes(partner[1], 4), 4, Status::unsat);
  expect_overlap(bytes(partner[0], 4), bytes(x.thread[1], 4), 4, Status::sat);
  for (int t : {0, 1})
    assume(lt(x.thread[t], partner[t]));
  expect_overlap(bytes(partner[0], 4), bytes(x.thread[1], 4), 4, Status::unsat);
}

TEST_F(KernelTest, ShiftedStride) {
  const Axis x = axis("x", false);
  Expr d = var("d", Type::i32(), 0, 9);
  query.uniform.push_back(d);
  assume(ne(x.thread[0], x.thread[1]));
  Expr stride = pool.shl(c(1), d);
  Expr cell[2];
  for (int t : {0, 1})
    cell[t] = bytes(mul(i32(x.thread[t]), mul(2, stride)), 4);
  expect_overlap(cell[0], cell[1], 4, Status::unsat);
  expect_overlap(cell[0], add(cell[1], bytes(stride, 4)), 4, Status::unsat);
  expect_overlap(cell[0], add(cell[1], bytes(mul(4, stride), 4)), 4, Status::sat);
}

TEST_F(KernelTest, BytesOfVectorsAndHalves) {
  const Axis x = axis("x", false);
  assume(ne(x.thread[0], x.thread[1]));
  Expr wide = bytes(x.thread[0], 16), half = bytes(x.thread[1], 2);
  const Type t = Type::i64();
  auto overlap = [&](Expr a, std::int64_t m, Expr b, std::int64_t n) {
    return pool.logical_and(lt(a, add(b, c(n, t))), lt(b, add(a, c(m, t))));
  };
  assume(overlap(wide, 16, half, 2));
  expect(Status::sat);
  query.assertions.back() = overlap(wide, 16, bytes(x.thread[1], 16), 16);
  expect(Status::unsat);
  query.assertions.back() = overlap(wide, 16, add(bytes(x.thread[1], 16), c(2, t)), 16);
  expect(Status::sat);
}

TEST_F(KernelTest, ManyPairsAtOnce) {
  const Axis x = axis("x", false);
  Expr n = var("n", Type::i32(), 1, {}, Role::parameter);
  assume(ne(x.thread[0], x.thread[1]));
  std::vector<Expr> pairs;
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 20; ++j)
      pairs.push_back(all({lt(add(i32(x.thread[0]), c(i)), n), lt(add(i32(x.thread[1]), c(j)), n),
                           eq(bytes(add(mul(i32(x.thread[0]), c(20)), c(i)), 4),
                              bytes(add(mul(i32(x.thread[1]), c(20)), c(j)), 4))}));
  assume(any(pairs));
  const Answer a = ask();
  EXPECT_EQ(a.status, Status::unsat);
  EXPECT_LT(a.seconds, 2);
}

TEST_F(KernelTest, EqualStoredValues) {
  const Axis x = axis("x", false);
  const Type f = Type::opaque(32);
  const FunctionId zero = pool.pure_function("0.0f", f),
                   in = pool.new_function({"in", f, Flavour::load, Scope::grid, {}, "", {}, {}});
  assume(ne(x.thread[0], x.thread[1]));
  assume(ne(pool.apply(zero, {}), pool.apply(zero, {})));
  expect(Status::unsat);
  query.assertions.back() = ne(pool.apply(in, {bytes(x.thread[0], 4)}), pool.apply(zero, {}));
  expect(Status::sat);
}

} // namespace
} // namespace heddle::smt
