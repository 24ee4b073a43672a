// What the encoders say about a query has to hold in every solution of it: else an unsat proves
// nothing. Random queries that one known assignment satisfies; each assertion, bound, definition
// and lemma, at every stage, is evaluated under that assignment. No solver is asked.
#include "random.hpp"

#include "smt/bitvec.hpp"
#include "smt/normal/lemmas.hpp"
#include "smt/session.hpp"

#include <set>

namespace heddle::smt {
namespace {

using Assignment = std::map<Expr, Int>;

// Values of a problem's variables by their definitions (Var::Kind), under values of the atoms.
class Meaning {
public:
  Meaning(const Problem& problem, const Assignment& values, Int result)
      : problem_(problem), values_(values), result_(result) {}

  Wide of(const Poly& p) {
    Wide sum = 0;
    for (const auto& [m, c] : p.terms) {
      Wide product = c;
      for (VarId v : problem_.monomials.get(m))
        product = checked_mul(product, of(v));
      sum = checked_add(sum, product);
    }
    return sum;
  }

  Wide of(VarId id) {
    if (auto it = memo_.find(id); it != memo_.end()) return it->second;
    return memo_[id] = compute(problem_.var(id));
  }

  bool holds(FormId f) {
    const Form& form = problem_.form(f);
    auto holds_too = [&](FormId a) { return holds(a); };
    switch (form.kind) {
    case Form::Kind::truth:
      return f == Problem::yes;
    case Form::Kind::symbol:
      return values_.at(form.atom) != 0;
    case Form::Kind::at_most:
      return of(form.poly) <= 0;
    case Form::Kind::zero:
      return of(form.poly) == 0;
    case Form::Kind::negation:
      return !holds(form.args[0]);
    case Form::Kind::all:
      return std::ranges::all_of(form.args, holds_too);
    case Form::Kind::any:
      return std::ranges::any_of(form.args, holds_too);
    case Form::Kind::equivalence:
      return holds(form.args[0]) == holds(form.args[1]);
    }
    return false;
  }

private:
  // Of a quotient or a remainder; those by zero may be anything, here 0.
  Wide divide(const Var& v) {
    const Wide a = of(v.args[0]), b = of(v.args[1]);
    if (b == 0) return 0;
    const bool down = v.floors && a % b != 0 && (a < 0) != (b < 0);
    const Wide q = a / b - down;
    return v.kind == Var::Kind::quotient ? q : a - q * b;
  }

  Wide compute(const Var& v) {
    auto arg = [&](std::size_t i) { return of(v.args[i]); };
    switch (v.kind) {
    case Var::Kind::symbol:
      return values_.at(v.origin);
    case Var::Kind::apply:
      return result_;
    case Var::Kind::indicator:
      return holds(v.condition);
    case Var::Kind::sign:
      return holds(v.condition) ? -1 : 1;
    case Var::Kind::choice:
      return holds(v.condition) ? arg(0) : arg(1);
    case Var::Kind::floor_div:
      return arg(0) / v.modulus - (arg(0) % v.modulus < 0);
    case Var::Kind::floor_mod:
      return (arg(0) % v.modulus + v.modulus) % v.modulus;
    case Var::Kind::quotient:
    case Var::Kind::remainder:
      return divide(v);
    case Var::Kind::power:
      return arg(0) >= 0 && arg(0) < v.modulus ? Wide{1} << static_cast<int>(arg(0)) : arg(1);
    case Var::Kind::bit_and:
      return arg(0) & arg(1);
    case Var::Kind::bit_xor:
      return arg(0) ^ arg(1);
    }
    return 0;
  }

  const Problem& problem_;
  const Assignment& values_;
  const Int result_; // of the one function, which is applied once
  std::map<VarId, Wide> memo_;
};

// What was handed to Z3, with values put in for all it leaves open: its rewriter has to get `true`.
// Values by name: of constants as the encoders name them.
template <typename Encoder> class Handed : public Encoder {
public:
  using Encoder::Encoder;

  std::string first_false(const std::map<std::string, Wide>& values, Int result) {
    this->flush();
    for (const z3::expr& e : this->solver_.assertions()) {
      z3::expr rest = e;
      for (int round = 0; round < 20 && !rest.is_true(); ++round) {
        z3::expr_vector from(this->context_), to(this->context_);
        std::set<unsigned> seen;
        find_open(rest, values, result, from, to, seen);
        rest = rest.substitute(from, to).simplify();
      }
      if (!rest.is_true()) return e.to_string() + " became " + rest.to_string();
    }
    return "";
  }

private:
  z3::expr numeral(const z3::sort& sort, Wide v) {
    if (sort.is_bool()) return this->context_.bool_val(v != 0);
    if (sort.is_bv()) return this->context_.bv_val(to_string(v).c_str(), sort.bv_size());
    return this->context_.int_val(to_string(v).c_str());
  }

  // Applications of uninterpreted functions whose arguments are numbers, and their values.
  void find_open(const z3::expr& e, const std::map<std::string, Wide>& values, Int result,
                 z3::expr_vector& from, z3::expr_vector& to, std::set<unsigned>& seen) {
    if (!e.is_app() || !seen.insert(e.id()).second) return;
    std::vector<Wide> args;
    for (unsigned i = 0; i < e.num_args(); ++i) {
      find_open(e.arg(i), values, result, from, to, seen);
      if (e.arg(i).is_numeral()) args.push_back(this->number(e.arg(i)));
    }
    if (e.decl().decl_kind() != Z3_OP_UNINTERPRETED || args.size() != e.num_args()) return;
    const std::string name = e.decl().name().str();
    Wide value = 0;
    if (args.empty())
      value = values.at(name);
    else
      value = name == "and" ? args[0] & args[1] : name == "xor" ? args[0] ^ args[1] : result;
    from.push_back(e);
    to.push_back(numeral(e.get_sort(), value));
  }
};

class TheoremsTest : public RandomTest {
protected:
  Assignment values;
  Int result = 0;

  std::int64_t value_in(std::int64_t low, std::int64_t high) {
    const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    std::uint64_t offset = static_cast<std::uint64_t>(pick(9));
    if (offset > span) offset = span;
    return static_cast<std::int64_t>(pick(2) ? static_cast<std::uint64_t>(high) - offset
                                             : static_cast<std::uint64_t>(low) + offset);
  }

  // Conditions that hold under a random assignment; one variable may become a function of another.
  bool new_query(int size, int depth) {
    new_vars();
    values.clear();
    query.assertions.clear();
    for (const auto& [v, range] : vars)
      values[v] = value_in(range.first, range.second);
    for (int i = 0; i < size; ++i)
      query.assertions.push_back(condition(pick(depth)));
    if (pick(4) == 0) apply_function();
    for (Expr& e : query.assertions) {
      Reference reference(values);
      if (reference.eval(e) == 0) e = pool.logical_not(e);
      if (reference.overflowed) return false;
    }
    return true;
  }

  void apply_function() {
    const auto [last, range] = vars.back();
    const FunctionId f = pool.new_function(
        {"f", last->type, Flavour::pure, Scope::thread, {}, "", range.first, range.second});
    Expr application = pool.apply(f, {vars.front().first});
    for (Expr& e : query.assertions)
      e = pool.substitute(e, [&](Expr a) { return a == last ? application : nullptr; });
    result = values[application] = values[last];
  }

  void expect_value(Meaning& meaning, Expr e, const Normaliser::Value& v) {
    const Int expected = Reference(values).eval(e);
    EXPECT_TRUE(meaning.of(v.poly) == expected) << to_string(pool, e);
    EXPECT_TRUE(v.bounds.contains(expected)) << to_string(pool, e);
  }

  void expect_terms(Meaning& meaning, Normaliser& normaliser) {
    std::vector<Expr> work = query.assertions;
    std::set<Expr> seen;
    while (!work.empty()) {
      Expr e = work.back();
      work.pop_back();
      if (!seen.insert(e).second) continue;
      work.insert(work.end(), e->args.begin(), e->args.end());
      Reference reference(values);
      const Int value = reference.eval(e);
      if (reference.divided_by_zero) continue;
      if (e->type.is_bool())
        EXPECT_EQ(meaning.holds(normaliser.boolean(e)), value != 0) << to_string(pool, e);
      else
        expect_value(meaning, e, normaliser.integer(e));
    }
  }

  void expect_problem(Encoding& encoding, Meaning& meaning) {
    Problem& p = encoding.problem;
    for (FormId f : p.roots)
      EXPECT_TRUE(meaning.holds(f)) << p.to_string(f);
    for (VarId v = 0; v < p.var_count(); ++v)
      EXPECT_TRUE(p.var(v).bounds.contains(meaning.of(v))) << p.var(v).name;
  }

  std::map<std::string, Wide> names(const Problem& p, Meaning& meaning) {
    std::map<std::string, Wide> by_name;
    for (VarId v = 0; v < p.var_count(); ++v)
      by_name[p.var(v).name] = meaning.of(v);
    for (MonoId m = 1; m < p.monomials.size(); ++m) {
      std::string name = "p";
      for (VarId v : p.monomials.get(m))
        name += "_" + std::to_string(v);
      by_name[name] = meaning.of(Poly::monomial(m));
    }
    for (const auto& [e, value] : values)
      by_name[to_string(pool, e) + "#" + std::to_string(e->id)] = value;
    return by_name;
  }

  void expect_sessions(Encoding& encoding, Meaning& meaning, const std::vector<FormId>& lemmas) {
    for (auto products : {Emitter::Products::opaque, Emitter::Products::real}) {
      Handed<Session> session(pool, encoding, Limits{}, products);
      for (FormId f : lemmas)
        session.add(f);
      EXPECT_EQ(session.first_false(names(encoding.problem, meaning), result), "");
      listed_count += session.has_values();
    }
  }

  bool expect_bits(Encoding& encoding, Simplified& simplified, const std::vector<Expr>& atoms) {
    std::vector<Expr> terms = simplified.assertions;
    for (Expr a : atoms)
      terms.push_back(simplified.image(pool, a));
    const auto width = bit_width(encoding.normaliser, terms, 72);
    if (!width) return false;
    Handed<BitSession> session(pool, encoding.normaliser, simplified.assertions, atoms, simplified,
                               *width, Limits{});
    std::map<std::string, Wide> by_name;
    for (const auto& [e, value] : values)
      by_name[to_string(pool, e) + "#" + std::to_string(e->id)] = value;
    for (int i = 0; i < 40; ++i)
      by_name["by_zero" + std::to_string(i)] = 0;
    EXPECT_EQ(session.first_false(by_name, result), "");
    return true;
  }

  void expect_theorems() {
    Simplified simplified = simplify(pool, query.assertions);
    std::vector<Expr> all;
    for (const auto& v : values)
      all.push_back(v.first);
    for (Expr a : all)
      if (a->op == Op::apply) values[simplified.image(pool, a)] = result;
    Reference reference(values);
    for (Expr e : query.assertions)
      reference.eval(e);
    for (Expr e : simplified.assertions)
      if (Reference(values).eval(e) == 0) {
        // Large unsigned constants are taken for negative ones when their sums would overflow.
        if (reference.left_type) return;
        ADD_FAILURE() << to_string(pool, e);
      }
    Encoding encoding(pool, simplified.assertions, query.uniform, all, simplified);
    Meaning meaning(encoding.problem, values, result);
    expect_problem(encoding, meaning);
    expect_terms(meaning, encoding.normaliser);
    std::vector<FormId> lemmas;
    std::vector<OrderLemma> candidates = square_lemmas(encoding.problem);
    std::ranges::move(order_lemmas(encoding.problem), std::back_inserter(candidates));
    for (const OrderLemma& l : candidates)
      for (int k = -2; k <= 2 && lemmas.size() < 200; ++k)
        lemmas.push_back(instance(encoding.problem, l, k));
    for (FormId f : lemmas)
      EXPECT_TRUE(meaning.holds(f)) << encoding.problem.to_string(f);
    lemma_count += lemmas.size();
    expect_sessions(encoding, meaning, lemmas);
    bit_count += expect_bits(encoding, simplified, all);
  }

  // Two numbers, their digits by sizes of any sign, and an index put together of them.
  bool new_digits() {
    values.clear();
    query = {};
    vars.clear();
    std::vector<Expr> sizes;
    for (int i = 0; i < 2 + pick(2); ++i)
      sizes.push_back(parameter(pick(4) ? 1 + pick(4) : -pick(4)));
    Expr whole = c(1);
    for (Expr s : sizes)
      whole = mul(whole, s);
    const int x = pick(64);
    const std::vector<Expr> numbers{number(x), number(pick(2) ? x : pick(64))};
    std::vector<std::vector<Expr>> terms(2);
    for (std::size_t i = 0; i < 2; ++i) {
      terms[i] = digits(numbers[i], sizes);
      query.assertions.push_back(lt(numbers[i], whole));
    }
    for (std::size_t k = 0; k < terms[0].size(); ++k)
      if (pick(3) == 0) query.assertions.push_back(eq(terms[0][k], terms[1][k]));
    query.assertions.push_back(eq(index(terms[0], sizes), index(terms[1], sizes)));
    for (Expr s : sizes)
      query.assertions.push_back(le(c(pick(2)), s));
    query.assertions.push_back(eq(numbers[0], numbers[1]));
    for (Expr s : sizes) {
      const auto value = static_cast<std::int64_t>(Reference(values).eval(s));
      if (pick(3) == 0)
        query.assertions.push_back(any({eq(s, c(value)), eq(s, c(2)), eq(s, c(value + 3))}));
      if (pick(4) == 0) query.assertions.push_back(eq(pool.bit_and(s, sub(s, c(1))), c(0)));
    }
    for (Expr& e : query.assertions) {
      Reference reference(values);
      if (reference.eval(e) == 0) e = pool.logical_not(e);
      if (reference.divided_by_zero) return false;
    }
    return true;
  }

  Expr shared(Type type, std::optional<std::int64_t> low, int value) {
    Expr e = var("n", type, low, {}, Role::parameter);
    query.uniform.push_back(e);
    values[e] = value;
    return e;
  }

  // A size: itself, or its sign and its magnitude.
  Expr parameter(int value) {
    if (value == 0 || pick(2) == 0) return shared(Type::i32(), {}, value);
    Expr magnitude = shared(Type::i32(), 1, std::abs(value));
    return pool.ite(shared(Type::boolean(), {}, value < 0), pool.neg(magnitude), magnitude);
  }

  Expr number(int value) {
    Expr e = var("x", Type::i32(), 0, 63);
    values[e] = value;
    return e;
  }

  std::vector<Expr> digits(Expr x, const std::vector<Expr>& sizes) {
    std::vector<Expr> found;
    for (Expr s : sizes) {
      found.push_back(pool.rem(x, s));
      x = pool.div(x, s);
    }
    if (pick(2)) found.back() = pool.div(x, c(1)); // the highest as a quotient alone
    return found;
  }

  Expr index(const std::vector<Expr>& digit, const std::vector<Expr>& sizes) {
    Expr sum = digit[0];
    for (std::size_t i = 1; i < digit.size(); ++i)
      sum = add(mul(sum, sizes[i]), digit[i]);
    return sum;
  }

  void check_queries(int count, bool of_digits = false) {
    for (int round = 0; round < count && !HasFailure(); ++round) {
      if (!(of_digits ? new_digits() : new_query(1 + pick(4), 4))) continue;
      SCOPED_TRACE(to_string(pool, pool.all(query.assertions)));
      try {
        expect_theorems();
        ++checked;
      } catch (const TooLarge&) {
        continue; // beyond 128 bits: solve() refuses it as well
      }
    }
    std::cout << checked << " queries, " << lemma_count << " lemmas, " << bit_count << " as bits\n";
  }

  int checked = 0;
  std::size_t lemma_count = 0, bit_count = 0;
  std::size_t listed_count = 0; // sessions with products that values of a factor tell apart
};

TEST_F(TheoremsTest, AllThatIsSaidHoldsInAKnownSolution) {
  check_queries(500);
  EXPECT_GT(checked, 450);
  EXPECT_GT(lemma_count, 500u);
  EXPECT_GT(bit_count, 100u);
}

// What is concluded from positions whose weights are sizes.
TEST_F(TheoremsTest, AlsoOfDigitsBySizesOfAnySign) {
  check_queries(150, true);
  EXPECT_GT(checked, 100);
  EXPECT_GT(listed_count, 50u);
}

// Bounds and coefficients up to the 128 bits they are computed with.
TEST_F(TheoremsTest, AlsoNextToTheLimitsOfTheTypes) {
  extreme = true;
  check_queries(500);
  EXPECT_GT(checked, 250);
}

} // namespace
} // namespace heddle::smt
