// Numbers taken apart into digits and put together again: problem.cpp tells the parts of an
// equality apart by their positions, normalise_divide.cpp shares quotients.
#include "fixture.hpp"

#include <algorithm>
#include <random>
#include <set>

namespace heddle::smt {
namespace {

class Digits : public SolverTest {
protected:
  std::mt19937 random{20261123};
  int pick(int low, int high) { return std::uniform_int_distribution(low, high)(random); }
};

struct Shape {
  std::vector<int> radix, weight; // of one digit each
  int shift = 0, high = 0;        // x in shift .. shift + high
};

// What a kernel computes from x: the sum of weight * ((x / product of lower radixes) % radix).
int value(const Shape& s, int x) {
  int sum = 0, below = 1;
  for (std::size_t i = 0; i < s.radix.size(); ++i) {
    sum += s.weight[i] * (x / below % s.radix[i]);
    below *= s.radix[i];
  }
  return sum;
}

Expr value(Pool& pool, const Shape& s, Expr x) {
  Expr sum = pool.constant(0, Type::i32());
  int below = 1;
  for (std::size_t i = 0; i < s.radix.size(); ++i) {
    Expr digit = pool.rem(pool.div(x, pool.constant(below, Type::i32())),
                          pool.constant(s.radix[i], Type::i32()));
    sum = pool.add(sum, pool.mul(pool.constant(s.weight[i], Type::i32()), digit));
    below *= s.radix[i];
  }
  return sum;
}

bool collides(const Shape& s) {
  std::set<int> seen;
  for (int x = s.shift; x <= s.shift + s.high; ++x)
    if (!seen.insert(value(s, x)).second) return true;
  return false;
}

TEST_F(Digits, CollideAsEnumerationSays) {
  int proofs = 0;
  for (int round = 0; round < 150; ++round) {
    Shape s;
    int size = 1;
    for (int n = pick(2, 4); n > 0; --n) {
      s.radix.push_back(pick(2, 5));
      size *= s.radix.back();
    }
    std::vector<std::size_t> order(s.radix.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      order[i] = i;
    std::ranges::shuffle(order, random);
    s.weight.resize(order.size());
    int below = pick(1, 2);
    for (std::size_t i : order) {
      s.weight[i] = pick(0, 9) == 0 ? -below : below;
      below *= s.radix[i] - (pick(0, 5) == 0 ? 1 : 0); // at times one too few
    }
    s.shift = pick(0, 3) == 0 ? -pick(1, size) : 0;
    s.high = size - 1 + (pick(0, 3) == 0 ? 1 : 0);
    Expr x = var("x", Type::i32(), s.shift, s.shift + s.high);
    Expr y = var("y", Type::i32(), s.shift, s.shift + s.high);
    query.assertions = {ne(x, y), eq(value(pool, s, x), value(pool, s, y))};
    SCOPED_TRACE(round);
    const Answer answer = ask(s.shift < 0 ? 0.1 : 10); // digits below zero have no positions
    if (answer.status == Status::unknown && s.shift < 0) continue;
    EXPECT_EQ(answer.status, collides(s) ? Status::sat : Status::unsat) << answer.reason;
    proofs += !collides(s);
  }
  EXPECT_GT(proofs, 30);
}

// Sizes of a real permutation, where Z3 alone needs seconds.
TEST_F(Digits, OfALargePermutationAreToldApartAtOnce) {
  const Shape s{{32, 20, 42, 24}, {20160, 1008, 1, 42}, 0, 32 * 20 * 42 * 24 - 1};
  Expr x = var("x", Type::i32(), 0, s.high), y = var("y", Type::i32(), 0, s.high);
  query.assertions = {ne(x, y), eq(value(pool, s, x), value(pool, s, y))};
  expect(Status::unsat);
}

// A size that is one of a few: whatever its type, and however the text casts it.
TEST_F(Digits, OfAListedSizeAreToldApartByItsValues) {
  Expr t = var("t", Type::i32(), 0, 1 << 20), u = var("u", Type::i32(), 0, 1 << 20);
  Expr b = var("b", Type::u32(), {}, {}, Role::block_dim);
  Expr s = pool.cast(b, Type::i32());
  const auto transposed = [&](Expr x) {
    return add(mul(pool.rem(x, s), s), pool.rem(pool.div(x, s), s));
  };
  const Query before = query;
  for (const bool fits : {true, false}) { // s * s elements, or one more
    query = before;
    assume(any({eq(s, c(8)), eq(s, c(32)), eq(s, c(128))}));
    assume(all({ne(t, u), eq(transposed(t), transposed(u))}));
    for (Expr x : {t, u})
      assume(fits ? lt(x, mul(s, s)) : le(x, mul(s, s)));
    expect(fits ? Status::unsat : Status::sat);
    if (!fits)
      EXPECT_EQ(ask(10, false).method, "by values"); // else digits have positions whatever s is
  }
}

// Rows of a listed size, each swizzled by its number: beside products there are bits.
TEST_F(Digits, OfAListedSizeWithBitsAreToldApartInEachCase) {
  Expr t = var("t", Type::i32(), 0, 1 << 12), u = var("u", Type::i32(), 0, 1 << 12);
  Expr s = pool.cast(var("b", Type::u32(), {}, {}, Role::block_dim), Type::i32());
  const auto swizzled = [&](Expr x, std::int64_t wrong) {
    Expr row = pool.div(x, s), column = pool.rem(x, s);
    return add(mul(row, s), pool.bit_xor(column, add(pool.rem(row, s), c(wrong))));
  };
  const Query before = query;
  for (const int wrong : {0, 1}) { // 8 + 7 ^ 7 + 1 is that of the next row
    query = before;
    assume(any({eq(s, c(8)), eq(s, c(32)), eq(s, c(128))}));
    assume(all({ne(t, u), eq(swizzled(t, wrong), swizzled(u, wrong))}));
    expect(wrong ? Status::sat : Status::unsat);
    EXPECT_EQ(ask().method, "cases");
  }
}

// Sizes of any sign: the parts of x in a box of sizes, put together in another order, at times with
// a wrong weight.
struct Box {
  std::vector<std::size_t> order; // of the digits, the highest last
  std::size_t wrong;              // this weight has one size less, if it is one of theirs
};

template <typename Number, typename Multiply, typename Digit>
Number put_together(const Box& box, Number one, Multiply multiply, Digit digit) {
  Number sum = digit(box.order[0]), weight = one;
  for (std::size_t i = 1; i < box.order.size(); ++i) {
    if (i != box.wrong) weight = multiply(weight, box.order[i - 1]);
    sum = sum + weight * digit(box.order[i]);
  }
  return sum;
}

// An expression with the operators of numbers.
struct Term {
  Pool* pool;
  Expr e;
  friend Term operator+(Term a, Term b) { return {a.pool, a.pool->add(a.e, b.e)}; }
  friend Term operator*(Term a, Term b) { return {a.pool, a.pool->mul(a.e, b.e)}; }
};

bool collides(const Box& box, const std::vector<int>& sizes, int high) {
  int whole = 1;
  for (int s : sizes)
    whole *= s;
  std::set<int> seen;
  for (int x = 0; x <= high && x < whole; ++x) {
    const auto digit = [&](std::size_t i) {
      int rest = x;
      for (std::size_t k = 0; k < i; ++k)
        rest /= sizes[k];
      return rest % sizes[i];
    };
    const auto multiply = [&](int w, std::size_t i) { return w * sizes[i]; };
    if (!seen.insert(put_together(box, 1, multiply, digit)).second) return true;
  }
  return false;
}

TEST_F(Digits, BySizesOfAnySignCollideAsEnumerationSays) {
  constexpr int most = 3, high = 30;
  int proofs = 0;
  for (int round = 0; round < 60; ++round) {
    Box box;
    for (int n = pick(2, 3); n > 0; --n)
      box.order.push_back(box.order.size());
    std::ranges::shuffle(box.order, random);
    box.wrong = pick(0, 3) == 0 ? 1 : box.order.size();
    query = {};
    std::vector<Expr> sizes;
    Expr whole = c(1);
    for (std::size_t i = 0; i < box.order.size(); ++i) {
      sizes.push_back(var("n", Type::i32(), {}, {}, Role::parameter));
      query.uniform.push_back(sizes.back());
      assume(all({le(c(-most), sizes[i]), le(sizes[i], c(most))}));
      whole = mul(whole, sizes[i]);
    }
    std::vector<Expr> index, numbers;
    for (const char* name : {"x", "y"}) {
      Expr x = var(name, Type::i32(), 0, high);
      assume(lt(x, whole));
      const auto digit = [&](std::size_t i) {
        Expr rest = x;
        for (std::size_t k = 0; k < i; ++k)
          rest = pool.div(rest, sizes[k]);
        return Term{&pool, pool.rem(rest, sizes[i])};
      };
      const auto multiply = [&](Term w, std::size_t i) { return w * Term{&pool, sizes[i]}; };
      index.push_back(put_together(box, Term{&pool, c(1)}, multiply, digit).e);
      numbers.push_back(x);
    }
    assume(eq(index[0], index[1]));
    assume(ne(numbers[0], numbers[1]));
    bool collision = false;
    std::vector<int> values(sizes.size(), -most);
    for (bool more = true; more;) {
      collision |= collides(box, values, high);
      more = false;
      for (int& v : values) {
        if (v < most) {
          ++v;
          more = true;
          break;
        }
        v = -most;
      }
    }
    SCOPED_TRACE(round);
    const Answer answer = ask();
    EXPECT_EQ(answer.status, collision ? Status::sat : Status::unsat) << answer.reason;
    proofs += !collision;
  }
  EXPECT_GT(proofs, 20);
}

// A narrowing of a negative number may have a listed value as well.
TEST_F(Digits, OfAWrappedSizeAreNotForgotten) {
  Expr t = var("t", Type::i64(), 0, 100), u = var("u", Type::i64(), 0, 100);
  Expr n = var("n", Type::i64(), {}, {}, Role::parameter);
  Expr s = pool.cast(n, Type::u32());
  assume(any({eq(s, c(8, Type::u32())), eq(s, c(16, Type::u32()))}));
  assume(all({ne(t, u), eq(mul(n, t), mul(n, u)), lt(n, c(1, Type::i64()))}));
  const Answer answer = ask(1);
  EXPECT_NE(answer.method, "cases");
  EXPECT_EQ(answer.status, Status::unsat) << answer.reason; // n is not 0
}

// What leaves where one of several bounds does not hold leaves each of them, for those who stay:
// sizes that are above an index are positive.
TEST_F(Digits, OfSizesThatADeniedConditionBoundsNeedNoSigns) {
  std::vector<Expr> sizes, indices, conditions;
  for (const char* name : {"x", "y", "z"})
    sizes.push_back(size(std::string("n") + name, -100000));
  Expr width = size("width", 1, 1024);
  for (const char* thread : {"1", "2"}) {
    std::vector<Expr> outside;
    Expr index = c(0), stride = c(1);
    for (Expr n : sizes) {
      Expr within = var(to_string(pool, n) + "t" + thread, Type::i32(), 0, 1023);
      Expr block = var(to_string(pool, n) + "b" + thread, Type::i32(), 0, 1 << 20);
      Expr of = add(mul(block, width), within);
      conditions.push_back(lt(within, width));
      outside.push_back(le(n, of));
      index = add(index, mul(of, stride));
      stride = mul(stride, n);
    }
    conditions.push_back(pool.logical_not(any(outside)));
    indices.push_back(add(index, mul(var("q" + std::string(thread), Type::i32(), 0, 18), stride)));
    indices.push_back(index);
  }
  conditions.push_back(ne(indices[1], indices[3]));
  conditions.push_back(eq(indices[0], indices[2]));
  assume(all(conditions));
  const Answer answer = ask();
  EXPECT_EQ(answer.status, Status::unsat) << answer.reason;
  EXPECT_NE(answer.method, "signs");
}

// One index for each face of a box.
TEST_F(Digits, ThatAModePicksAreToldApartInEachCase) {
  Expr mode = size("mode", -1000), x = size("x"), y = size("y"), z = size("z");
  const auto on_face = [&](Expr t) {
    Expr plane = mul(x, y), none = c(-1);
    const auto digits = [&](Expr n, Expr low, Expr high) {
      return add(mul(pool.rem(t, n), low), mul(pool.div(t, n), high));
    };
    Expr faces[] = {digits(y, x, plane), digits(x, c(1), plane), digits(x, c(1), x)};
    Expr ends[] = {mul(y, z), mul(x, z), plane};
    Expr shifts[] = {sub(x, c(1)), mul(sub(y, c(1)), x), mul(sub(z, c(1)), plane)};
    Expr found = none;
    for (std::int64_t i = 0; i < 6; ++i) {
      Expr shift = i % 2 ? shifts[i / 2] : c(0);
      Expr cell = pool.ite(lt(t, ends[i / 2]), add(faces[i / 2], shift), none);
      found = pool.ite(eq(mode, c(i)), cell, found);
    }
    return found;
  };
  const auto in_layer = [&](const char* layer, Expr t) {
    return add(mul(var(layer, Type::i32(), 0, 18), mul(mul(x, y), z)), on_face(t));
  };
  Expr t = var("t", Type::i32(), 0, 1 << 20), u = var("u", Type::i32(), 0, 1 << 20);
  const Query before = query;
  for (const int wrong : {0, 1}) {
    query = before;
    assume(all({lt(u, t), le(c(0), on_face(t)), le(c(0), on_face(u))}));
    assume(eq(in_layer("p", t), add(in_layer("q", u), c(wrong))));
    const Answer answer = ask(20, false);
    EXPECT_EQ(answer.status, wrong ? Status::sat : Status::unsat) << answer.reason;
    EXPECT_TRUE(answer.method == "cases" || answer.method == "products-k1") << answer.method;
  }
}

} // namespace
} // namespace heddle::smt
