// Every rewrite rule of questions (smt/normal/rules.hpp) is a theorem. Each case below is a
// question as a text; what the rules make of it is put beside what it means (query.hpp, written
// down here once more over Z3's integers), and Z3 proves, for all values of the variables, that
// each term of the normal form is the expression that it stands for, within the bounds that it was
// given, and that the conditions and what they became say the same. Sizes that are multiplied or
// divided by take each value of a range in turn, for Z3 is no judge of products; proofs/Digits.v
// has those rules for all sizes. A rule has a proof where it fires in a case that is proved.
#include "readings.hpp"
#include "text.hpp"

#include "smt/conversions.hpp"
#include "smt/masks.hpp"
#include "smt/normal/rules.hpp"
#include "smt/relax.hpp"
#include "smt/session.hpp"

#include <set>

namespace heddle::smt {
namespace {

// Expressions over Z3's integers: the unbounded reading.
class Integers {
public:
  Integers(z3::context& context, const Pool& pool) : context_(context), pool_(pool) {}

  z3::expr of(Expr e) {
    if (const auto it = memo_.find(e); it != memo_.end()) return it->second;
    const z3::expr meaning = e->type.is_bool() ? condition(e) : number(e);
    memo_.emplace(e, meaning);
    return meaning;
  }

  z3::expr value(Wide v) { return context_.int_val(to_string(v).c_str()); }
  z3::expr floor_div(const z3::expr& a, Wide c) {
    return z3::expr(context_, Z3_mk_div(context_, a, value(c)));
  }
  z3::expr floor_mod(const z3::expr& a, Wide c) { return a - value(c) * floor_div(a, c); }
  z3::expr quotient(const z3::expr& a, const z3::expr& b, bool floors) {
    const auto div = [&](const z3::expr& x, const z3::expr& y) {
      return z3::expr(context_, Z3_mk_div(context_, x, y)); // of y > 0 rounds down
    };
    const z3::expr towards_zero = z3::ite(a >= 0, z3::ite(b > 0, div(a, b), -div(a, -b)),
                                          z3::ite(b > 0, -div(-a, b), div(-a, -b)));
    const z3::expr down = z3::ite(b > 0, div(a, b), div(-a, -b));
    return z3::ite(b == 0, by_zero_(a), floors ? down : towards_zero);
  }
  z3::expr both(const z3::expr& a, const z3::expr& b) { return and_(a, b); }
  z3::expr either(const z3::expr& a, const z3::expr& b) { return xor_(a, b); }
  z3::expr power(const z3::expr& exponent, unsigned width, const z3::expr& otherwise) {
    z3::expr result = otherwise;
    for (unsigned s = 0; s < width; ++s)
      result = z3::ite(exponent == static_cast<int>(s), value(power_of_two(s)), result);
    return result;
  }
  // The operands of & and ^ of two variables may come in either order.
  z3::expr commutes() {
    const z3::expr x = context_.int_const("x?"), y = context_.int_const("y?");
    return z3::forall(x, y, and_(x, y) == and_(y, x) && xor_(x, y) == xor_(y, x));
  }

private:
  static Wide wide(Expr e) {
    return e->type == Type::u64() ? Wide(static_cast<std::uint64_t>(e->value)) : Wide(e->value);
  }
  z3::expr modulo(const z3::expr& a, unsigned width) { return floor_mod(a, power_of_two(width)); }

  // x op c bit by bit, and above the last bit in which c changes as one digit.
  z3::expr with_constant(Op op, const z3::expr& x, Wide c) {
    const auto bit = [&](const z3::expr& one, bool other) {
      if (op == Op::bit_and) return other ? one : value(0);
      if (op == Op::bit_or) return other ? value(1) : one;
      return other ? 1 - one : one;
    };
    z3::expr sum = value(0), rest = x;
    Wide weight = 1;
    for (; c != 0 && c != -1; c = smt::floor_div(c, 2), weight *= 2) {
      sum = sum + value(weight) * bit(floor_mod(rest, 2), smt::floor_mod(c, 2) == 1);
      rest = floor_div(rest, 2);
    }
    const z3::expr high = op == Op::bit_and  ? (c ? rest : value(0))
                          : op == Op::bit_or ? (c ? value(-1) : rest)
                                             : (c ? -1 - rest : rest);
    return sum + value(weight) * high;
  }

  z3::expr bits(Expr e) {
    for (const std::size_t i : {0u, 1u})
      if (e->args[i]->op == Op::constant)
        return with_constant(e->op, of(e->args[1 - i]), wide(e->args[i]));
    const z3::expr a = of(e->args[0]), b = of(e->args[1]);
    if (e->op == Op::bit_or) return a + b - and_(a, b); // proved of machine words below
    return e->op == Op::bit_and ? and_(a, b) : xor_(a, b);
  }

  z3::expr cast(const z3::expr& a, Type to) {
    if (to.width >= 32) return to.is_signed ? a : z3::ite(a < 0, modulo(a, to.width), a);
    const z3::expr low = modulo(a, to.width);
    if (!to.is_signed) return low;
    return z3::ite(low >= value(power_of_two(to.width - 1u)), low - value(power_of_two(to.width)),
                   low);
  }

  z3::expr number(Expr e) {
    const auto arg = [&](std::size_t i) { return of(e->args[i]); };
    const unsigned width = e->type.width;
    switch (e->op) {
    case Op::constant:
      return value(wide(e));
    case Op::symbol:
      return context_.int_const(to_string(pool_, e).c_str());
    case Op::add:
      return arg(0) + arg(1);
    case Op::sub: {
      const z3::expr d = arg(0) - arg(1);
      return e->type.is_signed ? d : z3::ite(d < 0, d + value(power_of_two(width)), d);
    }
    case Op::mul:
      return arg(0) * arg(1);
    case Op::div:
      return quotient(arg(0), arg(1), false);
    case Op::rem:
      return arg(0) - arg(1) * quotient(arg(0), arg(1), false);
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
      return bits(e);
    case Op::bit_not:
      return value(e->type.is_signed ? Wide(-1) : power_of_two(width) - 1) - arg(0);
    case Op::shl:
      return arg(0) * power(arg(1), width, value(0));
    case Op::shr:
      return quotient(arg(0), power(arg(1), width, value(power_of_two(width))), true);
    case Op::cast:
      return cast(arg(0), e->type);
    case Op::ite:
      return z3::ite(arg(0), arg(1), arg(2));
    default:
      throw std::logic_error("no number");
    }
  }

  z3::expr condition(Expr e) {
    const auto arg = [&](std::size_t i) { return of(e->args[i]); };
    z3::expr_vector all(context_);
    switch (e->op) {
    case Op::constant:
      return context_.bool_val(e->value != 0);
    case Op::symbol:
      return context_.bool_const(to_string(pool_, e).c_str());
    case Op::eq:
      return arg(0) == arg(1);
    case Op::lt:
      return arg(0) < arg(1);
    case Op::le:
      return arg(0) <= arg(1);
    case Op::logical_not:
      return !arg(0);
    case Op::ite:
      return z3::ite(arg(0), arg(1), arg(2));
    case Op::logical_and:
    case Op::logical_or:
      for (std::size_t i = 0; i < e->args.size(); ++i)
        all.push_back(arg(i));
      return e->op == Op::logical_and ? z3::mk_and(all) : z3::mk_or(all);
    default:
      throw std::logic_error("no condition");
    }
  }

  z3::context& context_;
  const Pool& pool_;
  const z3::sort int_ = context_.int_sort();
  const z3::func_decl by_zero_ = context_.function("by_zero", int_, int_);
  const z3::func_decl and_ = context_.function("and", int_, int_, int_);
  const z3::func_decl xor_ = context_.function("xor", int_, int_, int_);
  std::map<Expr, z3::expr> memo_;
};

// The normal form by the definitions of its variables (Var::Kind).
class Definitions {
public:
  Definitions(Integers& integers, const Problem& problem)
      : integers_(integers), problem_(problem) {}

  z3::expr of(const Poly& p) {
    z3::expr sum = integers_.value(0);
    for (const auto& [m, c] : p.terms) {
      z3::expr product = integers_.value(c);
      for (VarId v : problem_.monomials.get(m))
        product = product * of(v);
      sum = sum + product;
    }
    return sum;
  }

  z3::expr of(VarId id) {
    if (const auto it = memo_.find(id); it != memo_.end()) return it->second;
    const z3::expr meaning = compute(problem_.var(id));
    memo_.emplace(id, meaning);
    return meaning;
  }

  z3::expr holds(FormId f) {
    const Form& form = problem_.form(f);
    z3::expr_vector args(integers_.value(0).ctx());
    for (FormId a : form.args)
      args.push_back(holds(a));
    switch (form.kind) {
    case Form::Kind::truth:
      return args.ctx().bool_val(f == Problem::yes);
    case Form::Kind::symbol:
      return integers_.of(form.atom);
    case Form::Kind::at_most:
      return of(form.poly) <= 0;
    case Form::Kind::zero:
      return of(form.poly) == 0;
    case Form::Kind::negation:
      return !args[0];
    case Form::Kind::all:
      return z3::mk_and(args);
    case Form::Kind::any:
      return z3::mk_or(args);
    case Form::Kind::equivalence:
      return args[0] == args[1];
    }
    throw std::logic_error("form");
  }

  z3::expr within(const z3::expr& value, const Bounds& bounds) {
    z3::expr inside = value.ctx().bool_val(true);
    if (bounds.low) inside = inside && value >= integers_.value(*bounds.low);
    if (bounds.high) inside = inside && value <= integers_.value(*bounds.high);
    return inside;
  }

private:
  z3::expr compute(const Var& v) {
    const auto arg = [&](std::size_t i) { return of(v.args[i]); };
    const auto quotient = [&] { return integers_.quotient(arg(0), arg(1), v.floors); };
    switch (v.kind) {
    case Var::Kind::symbol:
      return integers_.of(v.origin);
    case Var::Kind::apply:
      throw std::logic_error("applications have no meaning here");
    case Var::Kind::indicator:
      return z3::ite(holds(v.condition), integers_.value(1), integers_.value(0));
    case Var::Kind::sign:
      return z3::ite(holds(v.condition), integers_.value(-1), integers_.value(1));
    case Var::Kind::choice:
      return z3::ite(holds(v.condition), arg(0), arg(1));
    case Var::Kind::floor_div:
      return integers_.floor_div(arg(0), v.modulus);
    case Var::Kind::floor_mod:
      return integers_.floor_mod(arg(0), v.modulus);
    case Var::Kind::quotient:
      return quotient();
    case Var::Kind::remainder:
      return arg(0) - arg(1) * quotient();
    case Var::Kind::power:
      return integers_.power(arg(0), static_cast<unsigned>(v.modulus), arg(1));
    case Var::Kind::bit_and:
      return integers_.both(arg(0), arg(1));
    case Var::Kind::bit_xor:
      return integers_.either(arg(0), arg(1));
    }
    throw std::logic_error("variable");
  }

  Integers& integers_;
  const Problem& problem_;
  std::map<VarId, z3::expr> memo_;
};

class QuestionRules : public TextTest {
protected:
  // The conditions of `text`, for every value of `sizes` from -1 to 3.
  void of(const std::string& text, const std::string& sizes = "", Type of_type = Type::i32()) {
    type = of_type;
    proves({parse(text)}, sizes);
  }

  void proves(const std::vector<Expr>& conditions, const std::string& sizes = "") {
    query = {};
    for (Expr e : conditions)
      query.assertions.push_back(e);
    std::vector<Expr> variables;
    for (Expr e : query.assertions)
      for (Expr a : atoms(e))
        variables.push_back(a);
    std::vector<Expr> by;
    for (Expr v : variables)
      if ((" " + sizes + " ").find(" " + to_string(pool, v) + " ") != std::string::npos)
        by.push_back(v);
    std::ranges::sort(by);
    by.erase(std::unique(by.begin(), by.end()), by.end());
    SCOPED_TRACE(to_string(pool, pool.all(conditions)));
    CountsRules<Rule> counting;
    Simplified simplified = simplify(pool, query.assertions);
    Encoding encoding(pool, simplified.assertions, query.uniform, variables, simplified);
    Integers integers(context, pool);
    Definitions definitions(integers, encoding.problem);
    state(integers, definitions, encoding, simplified, variables);
    if (!everything_holds(integers, by)) return;
    for (const RuleText& text : rules)
      if (counting.counts[index_of(text.rule)] != 0) proved.insert(text.rule);
  }

  // What is to be proved, each with a word for it: of `given_`, the conditions as they stand.
  void state(Integers& integers, Definitions& definitions, Encoding& encoding,
             Simplified& simplified, const std::vector<Expr>& variables) {
    goals_.clear();
    z3::expr_vector conditions(context), ranges(context), roots(context);
    for (Expr v : variables)
      if (v->type.is_int()) ranges.push_back(definitions.within(integers.of(v), declared(v)));
    for (Expr e : query.assertions)
      conditions.push_back(integers.of(e));
    const Problem& problem = encoding.problem;
    for (FormId f : problem.roots)
      roots.push_back(definitions.holds(f));
    for (const auto& [symbol, value] : simplified.fixed)
      roots.push_back(integers.of(symbol) == integers.of(value));
    const z3::expr before = z3::mk_and(conditions), inside = z3::mk_and(ranges);
    const auto follows = [&](const std::string& what, const z3::expr& goal) {
      goals_.emplace_back(what, z3::implies(before && inside, goal));
    };
    for (const z3::expr& root : roots)
      follows("a condition of the normal form", root);
    for (VarId v = 0; v < problem.var_count(); ++v) // asserted as well
      roots.push_back(definitions.within(definitions.of(v), problem.var(v).bounds));
    goals_.emplace_back("the conditions again", z3::implies(z3::mk_and(roots) && inside, before));
    for (VarId v = 0; v < problem.var_count(); ++v)
      if (problem.var(v).kind != Var::Kind::bit_and && problem.var(v).kind != Var::Kind::bit_xor)
        follows("bounds of " + problem.var(v).name,
                definitions.within(definitions.of(v), problem.var(v).bounds));
    std::vector<Expr> work = simplified.assertions;
    for (std::set<Expr> seen; !work.empty();) {
      Expr e = work.back();
      work.pop_back();
      if (!seen.insert(e).second) continue;
      work.insert(work.end(), e->args.begin(), e->args.end());
      if (e->type.is_bool()) {
        follows(to_string(pool, e),
                definitions.holds(encoding.normaliser.boolean(e)) == integers.of(e));
        continue;
      }
      const Normaliser::Value v = encoding.normaliser.integer(e);
      follows(to_string(pool, e), definitions.of(v.poly) == integers.of(e));
      if (!is_of_bits(e))
        follows("bounds of " + to_string(pool, e), definitions.within(integers.of(e), v.bounds));
    }
  }

  // Of two variables: Z3's integers know nothing of them. bounds_of_bits proves what is said.
  static bool is_of_bits(Expr e) {
    return (e->op == Op::bit_and || e->op == Op::bit_or || e->op == Op::bit_xor) &&
           e->args[0]->op != Op::constant && e->args[1]->op != Op::constant;
  }

  Bounds declared(Expr v) const {
    const Symbol& symbol = pool.symbol(v);
    Bounds bounds = type_bounds(v->type);
    if (symbol.low) bounds.low = *symbol.low;
    if (symbol.high) bounds.high = *symbol.high;
    return bounds;
  }

  bool everything_holds(Integers& integers, const std::vector<Expr>& sizes, std::size_t from = 0) {
    if (from < sizes.size()) {
      const auto kept = goals_;
      bool all = true;
      for (int k = -1; k <= 3 && all; ++k) {
        z3::expr_vector symbol(context), value(context);
        symbol.push_back(integers.of(sizes[from]));
        value.push_back(integers.value(k));
        for (auto& [what, goal] : goals_)
          goal = goal.substitute(symbol, value);
        all = everything_holds(integers, sizes, from + 1);
        goals_ = kept;
      }
      return all;
    }
    bool all = true;
    for (const auto& [what, goal] : goals_) {
      ++proofs;
      const z3::expr simple = goal.simplify();
      if (simple.is_true()) continue;
      const z3::check_result result = refuted(integers, !simple, goal.to_string());
      EXPECT_EQ(result, z3::unsat) << what << ": " << simple;
      all = all && result == z3::unsat;
    }
    return all;
  }

  // Z3 mostly takes no second, and now and then, by what it was asked before, no end: another seed
  // helps.
  z3::check_result refuted(Integers& integers, const z3::expr& negated, const std::string& text) {
    z3::check_result result = z3::unknown;
    for (unsigned seed = 0; seed < 4 && result == z3::unknown; ++seed) {
      z3::solver solver(context);
      z3::params params(context);
      params.set("timeout", 20000u);
      params.set("random_seed", seed);
      solver.set(params);
      if (text.find("(and ") != std::string::npos || text.find("(xor ") != std::string::npos)
        solver.add(integers.commutes());
      solver.add(negated);
      result = solver.check();
    }
    return result;
  }

  void expect_theorem(const z3::expr& goal) {
    ++proofs;
    EXPECT_TRUE(test::is_theorem(context, goal)) << goal.simplify();
  }

  // What fires within has a proof there, unless one failed.
  template <class Prove> void counted(Prove prove) {
    CountsRules<Rule> counting;
    prove();
    if (HasFailure()) return;
    for (const RuleText& text : rules)
      if (counting.counts[index_of(text.rule)] != 0) proved.insert(text.rule);
  }

  void normal_forms();
  void signed_sizes();
  void bounds_of_bits();
  void low_digits();
  void one_bit();
  void masks();
  void offsets();
  void left_out_products();

  z3::context context;
  std::set<Rule> proved;
  std::size_t proofs = 0;

private:
  std::vector<std::pair<std::string, z3::expr>> goals_;
};

void QuestionRules::normal_forms() {
  const Type u32 = Type::u32(), i8 = Type::integer(8, true), u8 = Type::integer(8, false);
  of("x == 3 && 0 <= y < x + z && z <= 9");
  of("0 <= x <= 5 && 5 <= x && x + y < 9");
  of("x == y && (x != y || z < x || y < z)");
  of("~x < y");
  of("64 * x + 8 * y < 64 * z + 8 * w + 8 && 64 * z + 8 * w < 64 * x + 8 * y + 8 && 0 <= y < 8 && "
     "0 <= w < 8");
  of("~p < q", "", u32);
  of("q <= p && p - q < 7 && p < 90", "", u32);
  of("p < q && p - q < 7", "", u32);
  of("p - q < 7", "", u32);
  Expr s = var("s"), t = var("t"), far = var("far", Type::i64()), b = var("b", Type::boolean());
  Expr near = var("near", Type::i32(), 0, 100);
  Expr n = size("n", -4, 90), m = size("m", 1), k = size("k");
  proves({eq(n, m), eq(pool.cast(k, Type::i64()), pool.cast(m, Type::i64())), lt(add(n, k), t)});
  Expr block = var("block", u32, 1, 1024, Role::block_dim);
  proves({eq(block, pool.cast(n, u32)), lt(mul(n, s), t), lt(pool.cast(block, Type::i32()), k)},
         "n");
  proves({eq(pool.cast(k, u32), block), lt(k, s)});
  proves({eq(n, pool.cast(block, Type::i32())), lt(mul(n, s), t)}, "n");
  for (const Type to : {i8, u8, u32}) {
    proves({lt(pool.cast(s, to), c(9, to))});
    proves({lt(pool.cast(near, to), c(9, to))});
    proves({lt(pool.cast(far, to), c(9, to))});
  }
  proves({lt(pool.ite(lt(s, t), s, t), c(5)), lt(s, c(0))});
  proves({lt(c(100), near), lt(pool.ite(b, s, t), c(4))});
  proves({lt(pool.ite(lt(near, c(101)), s, t), c(4))});
  proves({pool.ite(b, lt(s, t), lt(t, s)), pool.logical_not(b)});
  proves({pool.ite(lt(s, c(4)), lt(s, t), lt(t, s))});
  proves({pool.ite(pool.logical_and(pool.logical_not(b), lt(near, c(200))), lt(s, t), lt(t, s))});
  proves({eq(pool.ite(b, s, c(7)), mul(pool.ite(b, c(3), c(1)), pool.ite(b, t, c(2))))});
  of("0 <= x && 0 <= y < 4 && (4 * x + y) / 4 < 9");
  of("(8 * x + 4 * y + 3) / 16 == z && 0 <= x && 0 <= y");
  of("0 <= x && x / 12 == y && x / 4 % 3 == z && x / 4 < 100");
  of("8 <= x < 12 && x / 4 == y");
  of("0 <= x && (8 * x + 4 * y + 3) % 16 == z && 0 <= y");
  of("0 <= x && (16 * x + y) % 16 == z && 0 <= y < 16");
  of("x < 0 && x / 4 == y && x % 4 == z");
  of("x / 4 == y && x % 4 == z && x / -4 == w && x % -4 == v");
  of("x / m == y && x % m == z", "m");
  of("1 <= m && 2 <= x / m && x < z && m * y < x", "m");
  of("1 <= m && n == x / m && 1 <= n && z < x && m * y < x", "m n");
  of("0 <= x && m < 0 && x / m == y && x % m == z", "m");
  of("x < 0 && m < 0 && x / m == y && x % m == z", "m");
  of("x < 0 && 1 <= m && x / m == y && x % m == z", "m");
  of("0 <= x && 1 <= m && 1 <= n && x / (m * n) == y && x % (m * n) == z", "m n");
  of("0 <= x && 1 <= m && x / (3 * m) == y && x % (3 * m) == z", "m");
  of("0 <= x && 0 <= z && 1 <= m && (m * x + z % m) / m == y && (m * x + z % m) % m == w", "m");
  of("m != 0 && x / m * m + x % m == y && x / m * m * w + x % m * w < z", "m w");
  of("1 <= m && n != 0 && x / (m * n) * n * m + x % (m * n) == y", "m n");
  of("0 <= x < m * n && 1 <= m && 1 <= n && x / m / n == y && x / m % n == z", "m n");
  of("0 <= x && 0 <= y && 1 <= m && x / m == y / m && x % m == y % m", "m");
  of("(x & 6) == y && (x & -8) == z && (x & 1) == w");
  of("(x | 6) == y && (x ^ 5) == z && (x ^ -4) == w");
  of("(x | y) == z && (x ^ y) == w");
  of("0 <= x && x % (4 * m) / 4 == y && x % (4 * m) % 4 == z && 1 <= m", "m");
  of("0 <= x && 1 <= m && 1 <= n && x % (n * m) / m == y && x % (n * m) % m == z", "m n");
  of("(x * (x + 1)) / 2 == y && x * x / 3 == z && (x - 1) * x % 2 == w", "x");
  of("0 <= y < x && x * (2 * x - y - 1) / 2 == z", "x");
  of("q < p && p * (p - 1) / 2 < 90", "p", u32);
  of("3 <= n <= 3 && x << n == y && x << 3 == y && x >> 2 == z && x >> 40 == w && x << 40 == v");
  of("1 << n == y && x >> n == z", "n");
  of("0 <= x && x >> x + 4 == y && x >> x == z && x + 1 >> x == w", "x");
  of("4 * x + 6 * y <= 7 && 4 * z + 8 * w == 12");
  of("4 * x + 6 * y == 7");
  of("64 * x + y == 64 && -63 <= y <= 63");
  of("64 * x + y == 32 && 0 <= y <= 31");
  of("64 * x + 18 * y + z == w && 0 <= y && 0 <= z && 18 * y + z <= 60 && w == 0");
  of("64 * x + 18 * y + z == 70 && 0 <= y && 0 <= z && 18 * y + z <= 60 && y <= 9 && z <= 90");
  for (Expr end : {pool.ite(lt(s, t), s, t), pool.ite(lt(s, t), t, s), pool.ite(le(t, s), s, t)}) {
    proves({lt(near, end), le(end, mul(near, c(7)))});
    proves({le(near, end), lt(end, mul(near, c(7)))});
  }
  of("0 <= x && 0 <= y && 1 <= m && m * x + y % m == 0", "m");
  of("0 <= x && 0 <= y && 1 <= m && m * x + y % m == m * w + v % m && 0 <= v", "m");
  Expr w = size("w", -4, 90), tiles = size("tiles", 1, 9), u = var("u");
  proves({le(c(2), w), eq(add(mul(w, s), t), c(0)), le(c(-1), t), le(t, c(1))}, "w");
  proves({eq(pool.div(w, c(2)), tiles), le(c(0), s), lt(s, tiles), le(c(0), t), lt(t, tiles),
          eq(add(mul(w, u), mul(c(4), s)), mul(c(4), t))},
         "w");
  proves({eq(pool.div(w, c(2)), tiles), le(c(0), s), lt(s, tiles), le(c(0), t), lt(t, tiles),
          eq(add(mul(w, u), mul(c(2), s)), mul(c(2), t))},
         "w");
  of("1 <= x / 4 && y == x + 1 && (0 < z / 4 || z == y) && 2 <= v / 4 && v / 4 < 3");
  proves({le(c(1, u32), pool.cast(pool.div(s, c(4)), u32)), lt(s, t)});
  proves({eq(pool.cast(tiles, Type::i64()), pool.cast(pool.div(s, c(4)), Type::i64())), lt(s, t)});
  of("!(x < 4 && !(y < 3)) || !!(z == 2)");
  of("(x < 4 && (y < 3 && z == 2)) || (x < 2 && !(y == 3) && !(x < 2))");
  proves({lt(near, s), pool.logical_or(lt(near, c(200)), b)});
  proves({eq(b, lt(near, c(200))), eq(lt(s, t), lt(t, c(-1)))});
  proves({eq(lt(s, t), lt(near, c(-1)))});
  proves({eq(lt(s, t), lt(t, near)), lt(s, t)});
  proves({eq(lt(s, t), lt(t, near)), le(t, s), lt(near, c(50))});
  of("0 <= x && (x - x % 8) * y == z && (x - x % 8) / 4 == w && 0 <= x < 64", "y");
  of("1 <= m && (x - x % m) / m == y && (x - x % m) * w == z", "m w");
  of("0 <= x && 1 <= m && (8 * y + x - x % m) / m == z", "m");
}

// Sizes of either sign, as a sign and a magnitude.
void QuestionRules::signed_sizes() {
  const auto signed_by = [&](const std::string& name, Expr magnitude) {
    Expr negative = var(name, Type::boolean(), {}, {}, Role::parameter);
    return pool.ite(negative, pool.neg(magnitude), magnitude);
  };
  Expr m = size("m"), n = size("n"), p = signed_by("s", m), q = signed_by("t", n);
  Expr x = var("x", Type::i32(), 0), y = var("y", Type::i32(), 0), z = var("z"), v = var("v");
  proves({eq(pool.div(z, p), v), lt(pool.rem(z, p), c(2))}, "m");
  proves({eq(pool.div(x, p), v), lt(pool.rem(x, p), c(2))}, "m");
  proves({lt(pool.rem(pool.div(x, p), q), v), lt(pool.div(pool.div(x, p), q), v)}, "m n");
  proves({lt(pool.div(pool.div(x, p), c(4)), v), lt(pool.rem(pool.div(x, p), c(4)), v)}, "m");
  proves({lt(pool.div(x, mul(p, q)), v), lt(pool.rem(x, mul(p, q)), v)}, "m n");
  proves({lt(add(mul(pool.div(x, p), p), pool.rem(x, p)), v)}, "m");
  proves({lt(x, mul(p, q)), lt(pool.div(pool.div(x, p), q), v)}, "m n");
  proves({lt(x, p), lt(pool.div(x, p), v)}, "m");
  proves({any({lt(p, c(0)), lt(z, c(4))}), any({le(c(1), p), lt(z, v)}), lt(v, c(9))}, "m");
  proves({lt(p, c(0)), lt(mul(p, z), v)}, "m");
  proves({ne(z, c(0)), eq(mul(p, z), mul(p, v))}, "m");
  proves({eq(add(mul(p, z), pool.rem(x, p)), pool.rem(y, p))}, "m");
  proves({eq(add(mul(q, z), pool.rem(pool.div(x, p), q)), pool.rem(pool.div(y, p), q))}, "m n");
  proves({ne(x, c(0)), lt(pool.div(c(9), x), v)}, "x");
}

void QuestionRules::bounds_of_bits() {
  const std::pair<int, int> ranges[] = {{0, 100}, {-3, 9}, {17, 33}, {-128, 127}, {-9, -2}};
  const unsigned width = 20;
  for (const auto& [low, high] : ranges)
    for (const auto& [least, most] : ranges) {
      Expr x = var("x", Type::i32(), low, high), y = var("y", Type::i32(), least, most);
      test::Meaning words(context, pool, test::Reading::unbounded, width);
      const auto within = [&](Expr e, const Bounds& bounds) {
        z3::expr inside = context.bool_val(true);
        if (bounds.low) inside = inside && words.of(e) >= static_cast<int>(*bounds.low);
        if (bounds.high) inside = inside && words.of(e) <= static_cast<int>(*bounds.high);
        return inside;
      };
      const z3::expr given = within(x, {low, high}) && within(y, {least, most});
      expect_theorem(words.of(pool.bit_or(x, y)) ==
                     words.of(x) + words.of(y) - words.of(pool.bit_and(x, y)));
      for (Expr e : {pool.bit_and(x, y), pool.bit_or(x, y), pool.bit_xor(x, y)}) {
        Problem problem;
        expect_theorem(z3::implies(given, within(e, Normaliser(pool, problem).integer(e).bounds)));
      }
    }
}

// Of two variables, one below 2^k: what the rules make of it is the normal form of another
// expression that means the same in machine words.
void QuestionRules::low_digits() {
  test::Meaning words(context, pool, test::Reading::unbounded, 20);
  for (const auto& [high, period] : {std::pair{3, 4}, {5, 8}, {7, 8}, {20, 32}})
    for (const int low : {-1000, 0}) {
      Expr x = var("x", Type::i32(), low, 1000), y = var("y", Type::i32(), 0, high);
      Expr digits = pool.bit_and(x, c(period - 1)), above = pool.bit_and(x, c(-period));
      const std::pair<Expr, Expr> same[] = {
          {pool.bit_and(x, y), pool.bit_and(digits, y)},
          {pool.bit_xor(x, y), add(above, pool.bit_xor(digits, y))},
          {pool.bit_or(x, y), sub(add(x, y), pool.bit_and(digits, y))}};
      const z3::expr given = words.of(le(c(low), x)) && words.of(le(x, c(1000))) &&
                             words.of(le(c(0), y)) && words.of(le(y, c(high)));
      for (const auto& [before, after] : same)
        counted([&] {
          Problem problem;
          Normaliser normaliser(pool, problem);
          EXPECT_EQ(normaliser.integer(before).poly, normaliser.integer(after).poly);
          expect_theorem(z3::implies(given, words.of(before) == words.of(after)));
        });
    }
}

// That x has one bit at most, and the powers of two that it may be then.
void QuestionRules::one_bit() {
  test::Meaning words(context, pool, test::Reading::unbounded, 20);
  for (const auto& [low, high] : {std::pair{0, 1024}, {-100, 1000}, {3, 65}, {-9, -1}}) {
    Expr x = var("x", Type::i32(), low, high);
    Expr before = eq(pool.bit_and(x, sub(x, c(1))), c(0));
    std::vector<Expr> values{eq(x, c(0))};
    for (int power = 1; power <= 1024; power *= 2)
      values.push_back(eq(x, c(power)));
    Expr after = pool.any(values);
    counted([&] {
      Problem problem;
      Normaliser normaliser(pool, problem);
      EXPECT_EQ(normaliser.boolean(before), normaliser.boolean(after));
      expect_theorem(z3::implies(words.of(le(c(low), x)) && words.of(le(x, c(high))),
                                 words.of(before) == words.of(after)));
    });
  }
}

// `x & p - 1` and shifts by the exponent of p for positive powers of two: a condition fewer, and
// none that says more.
void QuestionRules::masks() {
  for (const unsigned width : {8u, 12u}) {
    const Type word = Type::integer(width, false);
    Expr s = var("s", word), t = var("t", word), less = pool.sub(s, c(1, word));
    Expr exponent = pool.apply(pool.pure_function("cttz", word), {s}), zero = c(0, word);
    Expr first = pool.ite(eq(s, zero), zero, add(exponent, c(1, word)));
    const std::vector<Expr> given{eq(pool.bit_and(s, less), zero),
                                  lt(pool.bit_and(t, less), c(7, word)),
                                  lt(pool.shr(t, exponent), c(7, word)),
                                  lt(pool.shr(t, pool.sub(first, c(1, word))), c(9, word)),
                                  lt(pool.shl(t, exponent), c(50, word))};
    const std::vector<Expr> powers = masking_powers(pool, given);
    test::Meaning words(context, pool, test::Reading::machine);
    z3::expr before = context.bool_val(true);
    for (Expr e : given)
      before = before && words.of(e);
    for (Expr p : powers)
      before = before && words.of(le(c(1, word), p));
    counted([&] {
      for (Expr e : masks_as_remainders(pool, given, powers))
        expect_theorem(z3::implies(before, words.of(e)));
    });
  }
}

// In machine words, where no offset is negative; sums and products also where one is.
void QuestionRules::offsets() {
  const auto word = [&](Expr e) { return pool.cast(e, Type::u64()); };
  Expr s = var("s", Type::i64()), t = var("t", Type::i64()), u = word(s), v = word(t);
  Expr a = var("a", Type::u64()), b = var("b", Type::u64());
  for (const bool comparisons : {false, true})
    for (Expr sum : {add(u, v), add(a, b), sub(u, v), mul(u, v), pool.div(u, v), pool.rem(u, v)})
      for (Expr e : {lt(pool.cast(sum, Type::i64()), c(9, Type::i64())), lt(u, v), le(u, v)}) {
        SignedOffsets offsets(pool, comparisons);
        Query after;
        counted([&] { after = offsets.rewrite(Query{"", {e}, {}}); });
        test::Meaning words(context, pool, test::Reading::machine);
        z3::expr given = context.bool_val(true);
        if (comparisons)
          for (Expr fact : offsets.nonnegative())
            given = given && words.of(fact);
        expect_theorem(z3::implies(given, words.of(e) == words.of(after.assertions[0])));
      }
}

void QuestionRules::left_out_products() {
  type = Type::i32();
  Expr e = parse("x * y < 9 && (z * y < 4 || w < 3) && !(v < 3 && z * w == 2) && v < 5");
  Integers integers(context, pool);
  counted([&] {
    for (Expr weaker : without_products(pool, e->args))
      expect_theorem(z3::implies(integers.of(e), integers.of(weaker)));
  });
  e = parse("(x & y) < 9 && ((z | y) < 4 || w < 3) && !(v < 3 && 1 << w == 2) && v < 5");
  test::Meaning words(context, pool, test::Reading::machine);
  counted([&] {
    for (Expr weaker : without_bits(pool, e->args))
      expect_theorem(z3::implies(words.of(e), words.of(weaker)));
  });
  Expr x = named("x"), large = x;
  for (int i = 0; i < 12; ++i)
    large = add(mul(large, c(16645)), c(1013));
  Expr small = any({lt(x, c(7)), lt(c(2), x)});
  e = all({any({lt(large, c(9)), lt(x, c(4))}), small, le(large, x)});
  counted([&] {
    const std::vector<Expr> weaker = without_large(pool, e->args);
    EXPECT_EQ(weaker, std::vector{small});
    for (Expr part : weaker)
      expect_theorem(z3::implies(integers.of(e), integers.of(part)));
  });
}

TEST_F(QuestionRules, EachIsATheorem) {
  normal_forms();
  signed_sizes();
  bounds_of_bits();
  low_digits();
  one_bit();
  masks();
  offsets();
  left_out_products();
  std::cout << proofs << " proofs\n";
  for (const RuleText& text : rules)
    EXPECT_TRUE(proved.contains(text.rule)) << text.name << " has no proof";
}

} // namespace
} // namespace heddle::smt
