#include "core/interpreter/interpreter.hpp"
#include "unit/core/builder.hpp"

#include <bit>
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace heddle::core::interp {
namespace {

// Evaluates an expression as the value stored by the only thread of a launch.
class EvalTest : public testing::Test {
protected:
  Builder b;
  Pool& p = b.pool();

  struct Store final : Observer {
    Value value;
    bool access(const Machine&, const AccessEvent& e) override {
      value = e.value;
      return true;
    }
  };
  // Parameters keep the builders from folding.
  Expr v(std::int64_t value, Type type = Type::i32()) {
    Expr e = b.param("p" + std::to_string(launch.params.size()), type);
    launch.params[static_cast<SymbolId>(e->value)] = value;
    return e;
  }
  Value eval(Expr e) {
    Kernel k = b.kernel;
    ArrayId out = static_cast<ArrayId>(k.arrays.size());
    k.arrays.push_back({"out", Space::global, "long", Type::i64(), 8, {}, false, false, {}});
    k.body.push_back(b.at(Write{out, b.c(0, Type::i64()), 8, e}));
    const Program program = compile(k);
    Store store;
    Machine machine(program, launch, {{0, 0, 0}}, store, 10'000);
    machine.run(std::vector<std::uint32_t>{0});
    return store.value;
  }
  std::int64_t bits(Expr e) {
    const Value value = eval(e);
    EXPECT_EQ(value.taint, 0u);
    return value.bits;
  }
  Expr f(const std::string& name, Type type, std::vector<Expr> args) {
    return p.apply(p.pure_function(name, type), std::move(args));
  }
  float as_float(Expr e) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits(e))); }
  double as_double(Expr e) { return std::bit_cast<double>(bits(e)); }
  Launch launch;
};

constexpr std::int64_t int_min = -2147483648, int_max = 2147483647;
const Type f32 = Type::opaque(32), f64 = Type::opaque(64);

TEST_F(EvalTest, SignedArithmeticWraps) {
  EXPECT_EQ(bits(p.add(v(int_max), v(1))), int_min);
  EXPECT_EQ(bits(p.sub(v(int_min), v(1))), int_max);
  EXPECT_EQ(bits(p.mul(v(65536), v(65536))), 0);
  EXPECT_EQ(bits(p.div(v(int_min), v(-1))), int_min);
  EXPECT_EQ(bits(p.rem(v(int_min), v(-1))), 0);
  EXPECT_EQ(bits(p.div(v(-7), v(2))), -3);
  EXPECT_EQ(bits(p.rem(v(-7), v(2))), -1);
  EXPECT_EQ(bits(p.bit_not(v(5))), -6);
}

TEST_F(EvalTest, UnsignedArithmeticWraps) {
  const Type u = Type::u32();
  EXPECT_EQ(bits(p.sub(v(0, u), v(1, u))), 4294967295);
  EXPECT_EQ(bits(p.bit_not(v(0, u))), 4294967295);
  EXPECT_EQ(bits(p.div(v(-1, Type::u64()), v(2, Type::u64()))), INT64_MAX);
  EXPECT_EQ(bits(p.lt(v(1, Type::u64()), v(-1, Type::u64()))), 1);
  EXPECT_EQ(bits(p.lt(v(1), v(-1))), 0);
  EXPECT_EQ(bits(p.le(v(-1), v(-1))), 1);
  EXPECT_EQ(bits(p.cast(v(-1), u)), 4294967295);
  EXPECT_EQ(bits(p.cast(v(300), Type::integer(8, true))), 44);
  EXPECT_EQ(bits(p.cast(v(200), Type::integer(8, true))), -56);
}

TEST_F(EvalTest, ShiftsClamp) {
  EXPECT_EQ(bits(p.shl(v(3), v(4))), 48);
  EXPECT_EQ(bits(p.shl(v(3), v(31))), int_min);
  EXPECT_EQ(bits(p.shl(v(3), v(32))), 0);
  EXPECT_EQ(bits(p.shr(v(-8), v(1))), -4);
  EXPECT_EQ(bits(p.shr(v(-8), v(40))), -1);
  EXPECT_EQ(bits(p.shr(v(8, Type::u32()), v(33))), 0);
  EXPECT_EQ(bits(p.shr(v(4294967295, Type::u32()), v(28))), 15);
}

TEST_F(EvalTest, BooleansAndChoices) {
  Expr yes = p.lt(v(1), v(2)), no = p.lt(v(2), v(1)), zero = v(0);
  Expr unknown = p.eq(p.div(v(1), zero), v(1));
  EXPECT_EQ(bits(p.logical_and(yes, p.logical_and(p.lt(v(3), v(4)), p.eq(v(3), v(3))))), 1);
  EXPECT_EQ(bits(p.logical_and(no, unknown)), 0);
  EXPECT_EQ(bits(p.logical_or(unknown, yes)), 1);
  EXPECT_NE(eval(p.logical_and(unknown, yes)).taint, 0u);
  EXPECT_EQ(bits(p.ite(no, v(1), v(2))), 2);
  EXPECT_NE(eval(p.ite(unknown, v(1), v(2))).taint, 0u);
}

TEST_F(EvalTest, Floats) {
  EXPECT_EQ(as_float(f("fadd", f32, {f("1.5f", f32, {}), f("2e-1", f32, {})})), 1.5f + 0.2f);
  EXPECT_EQ(as_double(f("fdiv", f64, {f("1.0", f64, {}), f("3.0", f64, {})})), 1.0 / 3.0);
  EXPECT_EQ(as_float(f("i2f", f32, {v(-16777217)})), -16777216.0f);
  EXPECT_EQ(as_double(f("u2f", f64, {v(-1, Type::u64())})), 18446744073709551616.0);
  EXPECT_EQ(as_double(f("f2f", f64, {f("0.1f", f32, {})})), double{0.1f});
  EXPECT_EQ(bits(f("f2i", Type::i32(), {f("fneg", f32, {f("2.9f", f32, {})})})), -2);
  EXPECT_EQ(bits(f("f2i", Type::i32(), {f("1e20", f64, {})})), int_max);
  EXPECT_EQ(bits(f("f2u", Type::u32(), {f("fneg", f32, {f("2.9f", f32, {})})})), 0);
  EXPECT_EQ(bits(f("feq", Type::boolean(), {f("0.5f", f32, {}), f("0.5f", f32, {})})), 1);
  EXPECT_EQ(as_float(f("fmaxf", f32, {f("0.5f", f32, {}), f("0.75f", f32, {})})), 0.75f);
  EXPECT_EQ(as_float(f("__expf", f32, {f("0.0f", f32, {})})), 1.0f);
}

TEST_F(EvalTest, IntegerIntrinsics) {
  EXPECT_EQ(bits(f("__popc", Type::i32(), {v(-1)})), 32);
  EXPECT_EQ(bits(f("__clz", Type::i32(), {v(1)})), 31);
  EXPECT_EQ(bits(f("__ffs", Type::i32(), {v(8)})), 4);
}

TEST_F(EvalTest, UnknownFunctionsGiveUnknownValues) {
  EXPECT_NE(eval(f("mystery", Type::i32(), {v(1)})).taint, 0u);
  EXPECT_NE(eval(f("fadd", Type::opaque(16),
                   {f("h", Type::opaque(16), {}), f("h", Type::opaque(16), {})}))
                .taint,
            0u);
  EXPECT_NE(eval(p.add(f("mystery", Type::i32(), {v(1)}), v(1))).taint, 0u);
}

TEST(Memory, BytesOverlapAndRememberWhatIsUnknown) {
  Memory m;
  const auto none = [](std::int64_t, unsigned) { return Value{0, 9}; };
  m.store(1, 0, 8, {0x1122334455667788, 0});
  EXPECT_EQ(m.load(1, 2, 2, none).bits, 0x5566);
  m.store(1, 3, 1, {0, 7});
  EXPECT_EQ(m.load(1, 2, 2, none).taint, 7u);
  EXPECT_EQ(m.load(1, 4, 4, none).bits, 0x11223344);
  EXPECT_EQ(m.load(1, 6, 4, none).taint, 9u); // two bytes of it were never written
  EXPECT_EQ(m.load(2, 0, 4, none).taint, 9u); // another instance
  m.store(1, -5, 4, {-1, 0});
  EXPECT_EQ(m.load(1, -4, 1, none).bits, 255);
}

// Against bytes in a map: accesses that overlap, and words that are known in part.
TEST(Memory, HoldsWhatAMapOfBytesHolds) {
  std::mt19937 random(7);
  const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % n); };
  Memory m;
  std::map<std::pair<Instance, std::int64_t>, Value> bytes;
  const auto initial_byte = [](Instance i, std::int64_t at) -> Value {
    return {(at * 7 + static_cast<std::int64_t>(i)) & 255, 0};
  };
  const auto byte = [&](Instance i, std::int64_t at) {
    return bytes.try_emplace({i, at}, initial_byte(i, at)).first->second;
  };
  const auto together = [](unsigned size, const auto& part) {
    Value v;
    std::uint64_t bits = 0;
    for (unsigned k = 0; k < size; ++k) {
      bits |= static_cast<std::uint64_t>(part(k).bits & 255) << (8 * k);
      if (!v.taint) v.taint = part(k).taint;
    }
    v.bits = v.taint ? 0 : static_cast<std::int64_t>(bits);
    return v;
  };
  for (int round = 0; round < 20000; ++round) {
    const auto instance = static_cast<Instance>(below(3));
    const std::int64_t at = below(2) ? below(64) - 32 : (below(400) - 200) * 4096 + below(9);
    const auto size = static_cast<unsigned>(1 + below(8));
    if (below(2)) {
      const Value v{below(4) ? static_cast<std::int64_t>(random()) * 65539 : 0,
                    static_cast<Taint>(below(4) ? 0 : 100 + below(9))};
      m.store(instance, at, size, v);
      for (unsigned k = 0; k < size; ++k)
        bytes[{instance, at + k}] = {v.bits >> (8 * k) & 255, v.taint};
      continue;
    }
    const Value got = m.load(instance, at, size, [&](std::int64_t from, unsigned count) {
      return together(count, [&](unsigned k) { return initial_byte(instance, from + k); });
    });
    const Value want = together(size, [&](unsigned k) { return byte(instance, at + k); });
    ASSERT_EQ(got.taint != 0, want.taint != 0) << round;
    ASSERT_EQ(got.bits, want.bits) << round;
  }
}

TEST(Atomics, NewContents) {
  EXPECT_EQ(atomic_result("add", Type::i32(), 3, 4), 7);
  EXPECT_EQ(atomic_result("max", Type::i32(), -3, 2), 2);
  EXPECT_EQ(atomic_result("max", Type::u64(), -3, 2), -3);
  EXPECT_EQ(atomic_result("inc", Type::u32(), 4, 4), 0);
  EXPECT_EQ(atomic_result("dec", Type::u32(), 0, 4), 4);
  EXPECT_EQ(atomic_result("CAS", Type::u32(), 0, 4), std::nullopt);
  EXPECT_EQ(atomic_result("add", Type::opaque(32), 0x3f800000, 0x40000000), 0x40400000); // 1 + 2
}

// What every thread stores, by thread.
struct Stores final : Observer {
  std::map<std::uint32_t, std::vector<std::int64_t>> values;
  bool access(const Machine&, const AccessEvent& e) override {
    if (e.kind == AccessKind::write) values[e.thread].push_back(e.value.bits);
    return false;
  }
};

// Three threads, each of whose turns ends at a barrier: what lives on is its own.
class FrameTest : public testing::Test {
protected:
  Builder b;
  Pool& p = b.pool();
  const ArrayId out = b.array("out");
  const VarId x = b.var("x"), y = b.var("y");

  Stmt store(Expr value) { return b.write(out, b.tid(), value); }
  std::map<std::uint32_t, std::vector<std::int64_t>> run() {
    const Program program = compile(b.kernel);
    own_variables = program.own_slots - 6;
    const Launch launch{.block_dim = {3, 1, 1}};
    Stores stores;
    Machine machine(program, launch, {{0, 0, 0}}, stores, 10'000);
    machine.run(std::vector<std::uint32_t>{0, 1, 2});
    EXPECT_EQ(machine.stopped(), "");
    return stores.values;
  }
  std::uint32_t own_variables = 0; // and counters
};

TEST_F(FrameTest, KeepsWhatLivesOverABarrier) {
  b.add(b.assign(x, p.mul(b.tid(), b.c(5))));
  b.add(b.assign(y, p.add(b.ref(x), b.c(1))));
  b.add(store(b.ref(y)));
  b.add(b.sync());
  b.add(b.assign(y, p.add(b.ref(x), b.c(2))));
  b.add(store(b.ref(y)));
  const auto stored = run();
  for (std::uint32_t t = 0; t < 3; ++t)
    EXPECT_EQ(stored.at(t), (std::vector<std::int64_t>{5 * t + 1, 5 * t + 2}));
  EXPECT_EQ(own_variables, 1u);
}

TEST_F(FrameTest, KeepsWhatMayNotHaveBeenSet) {
  b.add(b.branch(p.eq(b.tid(), b.c(0)), {b.assign(x, b.c(7))}));
  b.add(store(b.ref(x)));
  const auto stored = run();
  EXPECT_EQ(stored.at(0), std::vector<std::int64_t>{7});
  EXPECT_EQ(stored.at(1), std::vector<std::int64_t>{0});
}

TEST_F(FrameTest, KeepsWhatALoopCarriesOverABarrier) {
  b.add(b.assign(x, b.tid()));
  const Expr more = p.lt(b.ref(x), b.c(9));
  b.add(
      b.at(Loop{1, {}, more, {store(b.ref(x)), b.sync()}, {b.assign(x, p.add(b.ref(x), b.c(6)))}}));
  const auto stored = run();
  for (std::uint32_t t = 0; t < 3; ++t)
    EXPECT_EQ(stored.at(t), (std::vector<std::int64_t>{t, t + 6}));
}

} // namespace
} // namespace heddle::core::interp
