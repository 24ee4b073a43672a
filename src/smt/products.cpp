// Attempts on queries with products of variables, symbolic divisors or abstracted bit operations:
// the linear form refined by order lemmas, then its values put into the original.
#include "smt/portfolio.hpp"

#include "smt/eval.hpp"

#include <algorithm>
#include <limits>

namespace heddle::smt {

namespace {

constexpr std::size_t lemmas_per_round = 24;
constexpr int value_tries = 5;                    // per size level
constexpr double lemma_slice = 2, real_slice = 5; // seconds
constexpr std::size_t probes = 5;
constexpr double probe_slice = 0.06, probe_share = 0.1;
constexpr double turn_share = 0.4; // of the time left, before further probes
constexpr double words_slice = 0.7, words_share = 0.15;
// For the first lemmas: seconds, of the time left; where the question is told apart into cases.
constexpr double quick_slice = 0.4, quick_least = 0.12, quick_share = 0.3, longer_share = 0.04;
constexpr double open_slice = 0.04;
const std::vector<Wide> near{-1, 0, 1}, far{-2, -1, 0, 1, 2};

// Values of variables and monomials in a session's model. A product that the solver has not seen
// yet gets its true value: if that violates no lemma, the model extends to all lemmas.
class Values {
public:
  Values(Session& session, Problem& problem) : session_(session), problem_(problem) {}

  Wide of(const Poly& p) {
    Wide sum = 0;
    for (const auto& [m, c] : p.terms)
      sum = checked_add(sum, checked_mul(c, of(m)));
    return sum;
  }

private:
  Wide of(MonoId m) {
    if (m == 0) return 1;
    if (auto it = memo_.find(m); it != memo_.end()) return it->second;
    const Monomial factors = problem_.monomials.get(m);
    Wide value = 1;
    if (factors.size() == 1 || session_.mentions(m)) {
      value = session_.value(m);
    } else {
      Monomial plain;
      for (VarId v : factors) {
        const Var::Kind kind = problem_.var(v).kind;
        if (kind == Var::Kind::indicator || kind == Var::Kind::sign)
          value *= of(problem_.monomials.of_var(v));
        else
          plain.push_back(v);
      }
      const MonoId rest = problem_.monomials.intern(plain);
      if (plain.size() == factors.size())
        for (VarId v : plain)
          value = checked_mul(value, of(problem_.monomials.of_var(v)));
      else
        value = value == 0 ? 0 : value * of(rest);
    }
    memo_.emplace(m, value);
    return value;
  }

  Session& session_;
  Problem& problem_;
  std::unordered_map<MonoId, Wide> memo_;
};

} // namespace

// Lemmas about products that the solver has already come first: others make it guess more values.
std::size_t Portfolio::add_violated(Session& session, Problem& problem,
                                    const std::vector<Wide>& ks) {
  std::vector<const OrderLemma*> order;
  for (const OrderLemma& l : order_lemmas_)
    order.push_back(&l);
  std::ranges::stable_partition(order, [&](const OrderLemma* l) {
    return std::ranges::all_of(l->product.terms,
                               [&](const auto& t) { return session.mentions(t.first); });
  });
  Values values(session, problem);
  std::vector<FormId> violated;
  for (const OrderLemma* lemma : order) {
    const OrderLemma& l = *lemma;
    if (violated.size() >= lemmas_per_round) break;
    const Wide factor = values.of(l.factor);
    if (factor < 0) continue;
    const Wide d = values.of(l.difference), product = values.of(l.product);
    if (product == checked_mul(d, factor)) continue;
    for (Wide k : ks) {
      const Wide bound = checked_mul(k, factor);
      if ((d >= k && product < bound) || (d <= k && product > bound))
        violated.push_back(instance(problem, l, k));
    }
  }
  for (FormId f : violated)
    session.add(f);
  return violated.size();
}

Status Portfolio::refine(Session& session, Encoding& encoding, const std::vector<Wide>& ks,
                         double seconds, const std::vector<Expr>& given) {
  const Deadline until(slice(seconds));
  for (;;) {
    const Status s = check(session, until.left(), given);
    if (s != Status::sat || add_violated(session, encoding.problem, ks) == 0) return s;
  }
}

bool Portfolio::products(Session& session, Encoding& encoding) {
  if (within_signs_ && signs(encoding)) return true;
  order_lemmas_ = square_lemmas(encoding.problem);
  std::ranges::move(order_lemmas(encoding.problem), std::back_inserter(order_lemmas_));
  // Of sizes whose signs or remainders are open most questions are decided sooner case by case.
  const bool is_open =
      (!within_signs_ && !open_signs(encoding).empty()) || !divided_sizes(encoding).empty();
  const double left = deadline_.left();
  const double longer = std::min(quick_slice, std::max(quick_least, left * longer_share));
  const double quick = quick_seconds_ ? quick_seconds_ : std::min(longer, left * quick_share);
  if (refine(session, encoding, near, is_open ? std::min(quick, open_slice) : quick) ==
      Status::unsat)
    return conclude(Status::unsat, "products-k1");
  if (!has_time()) return false;
  if (modes() || (!within_signs_ && signs(encoding))) return true;
  if (conversions(encoding)) return true;
  if (!has_time()) return false;
  if (residues(encoding)) return true;
  if (only_refutes_)
    return lemmas(session, encoding, lemma_slice) ||
           real_products(encoding, std::max(real_slice, deadline_.left() / 2));
  const bool of_threads = std::ranges::any_of(encoding.problem.products, [&](const auto& p) {
    return !encoding.problem.uniform(p.first) && !encoding.problem.uniform(p.second);
  });
  // Of what any model serves, models are seldom what is hoped for.
  const bool with_words = of_threads && !limits_.any_model;
  if (probe(encoding, 0, 1) || lemmas(session, encoding, deadline_.left() * turn_share) ||
      probe(encoding, 1, probes) || (with_words && small_words()) ||
      lemmas(session, encoding, lemma_slice))
    return true;
  const bool with_bits = encoding.normaliser.has_bits() && encoding.normaliser.has_products();
  if (with_bits && bits(encoding)) return true;
  return try_values(session, encoding, value_tries, deadline_.left() * 0.4) ||
         real_products(encoding, std::max(real_slice, deadline_.left() / 2)) ||
         try_values(session, encoding, std::numeric_limits<int>::max(), deadline_.left());
}

// Symbols that a condition makes a function of others, as `gridDim.x == (n + 255) / 256` does.
std::set<Expr> Portfolio::determined() const {
  std::set<Expr> found;
  for (Expr e : simplified_.assertions) {
    if (e->op != Op::eq || !e->args[0]->type.is_int()) continue;
    for (std::size_t side : {0u, 1u}) {
      Expr symbol = e->args[side];
      while (symbol->op == Op::cast)
        symbol = symbol->args[0];
      const std::vector<Expr> others = atoms(e->args[1 - side]);
      const auto depends = [&](Expr a) { return a == symbol || found.contains(a); };
      if (symbol->op != Op::symbol || std::ranges::any_of(others, depends)) continue;
      found.insert(symbol);
      break;
    }
  }
  return found;
}

// A race rarely hangs on special sizes: a few small ones, before the long search. Most that one of
// them shows the first one does.
bool Portfolio::probe(Encoding& encoding, std::size_t first, std::size_t end) {
  const Problem& problem = encoding.problem;
  std::vector<VarId> factors = factors_to_fix(problem);
  const std::set<Expr> follow = determined();
  std::erase_if(factors, [&](VarId v) { return follow.contains(problem.var(v).origin); });
  const auto count = static_cast<Wide>(factors.size());
  for (std::size_t pattern = first; pattern < end && has_time(); ++pattern) {
    std::vector<Fixed> values;
    for (Wide i = 0; i < count; ++i) {
      const Wide wanted[probes] = {2 + i, 1 + count - i, 9 + i, 130 + i, 1 + i % 2 * 2};
      const VarId v = factors[static_cast<std::size_t>(i)];
      const Bounds& b = problem.var(v).bounds;
      const Wide low = std::max(wanted[pattern], b.low.value_or(wanted[pattern]));
      values.push_back({v, std::min(low, b.high.value_or(low))});
    }
    if (solve_fixed(values, problem, std::min(probe_slice, deadline_.left() * probe_share)) ==
        Status::sat)
      return conclude(Status::sat, "values");
  }
  return false;
}

// Where values of the threads are multiplied with each other no choice of sizes makes the question
// linear: whether small ones of all symbols do, as machine words.
bool Portfolio::small_words() {
  std::vector<Expr> integers;
  for (Expr a : atoms_)
    if (Expr image = simplified_.image(pool_, a); image->type.is_int() && image->op != Op::constant)
      integers.push_back(image);
  for (const std::int64_t level : {64, 1024}) {
    const double seconds = std::min(words_slice, deadline_.left() * words_share);
    if (!has_time(seconds)) return false;
    std::vector<Expr> assertions = simplified_.assertions;
    std::ranges::move(at_most(integers, level), std::back_inserter(assertions));
    Encoding encoding(pool_, assertions, query_.uniform, atoms_, simplified_);
    if (encoding.refuted()) continue;
    if (ask_bits(encoding, assertions, seconds) == Status::sat)
      return conclude(Status::sat, "small words");
  }
  return false;
}

bool Portfolio::lemmas(Session& session, Encoding& encoding, double seconds) {
  Status s = refine(session, encoding, near, seconds);
  if (s == Status::unsat) return conclude(s, "products-k1");
  if (s == Status::sat) s = refine(session, encoding, far, seconds);
  return s == Status::unsat && conclude(s, "products-k2");
}

std::vector<VarId> Portfolio::factors_to_fix(const Problem& problem) const {
  std::set<VarId> atoms, seen;
  std::vector<VarId> work;
  auto push = [&](const Poly& p) {
    for (const auto& t : p.terms)
      for (VarId v : problem.monomials.get(t.first))
        work.push_back(v);
  };
  for (VarId id = 0; id < problem.var_count(); ++id) {
    const Var& v = problem.var(id);
    const bool divides = v.kind == Var::Kind::quotient || v.kind == Var::Kind::remainder;
    if (divides || v.kind == Var::Kind::bit_and || v.kind == Var::Kind::bit_xor) push(v.args[1]);
    if (v.kind == Var::Kind::power || v.kind == Var::Kind::bit_and || v.kind == Var::Kind::bit_xor)
      push(v.args[0]);
  }
  for (MonoId m = 0; m < problem.monomials.size(); ++m)
    if (problem.monomials.get(m).size() > 1) push(Poly::monomial(m));
  while (!work.empty()) {
    const VarId id = work.back();
    work.pop_back();
    const Var& v = problem.var(id);
    if (!v.uniform || !seen.insert(id).second) continue;
    if (v.origin && v.origin->type.is_int())
      atoms.insert(id);
    else
      for (const Poly& a : v.args)
        push(a);
  }
  return {atoms.begin(), atoms.end()};
}

// Models of the linear form give sizes to try in the original. Small ones first; a failed choice
// is excluded, and when nothing is left over that is a proof.
bool Portfolio::try_values(Session& session, Encoding& encoding, int tries, double seconds) {
  const Deadline until(slice(seconds));
  Problem& problem = encoding.problem;
  const std::vector<VarId> factors = factors_to_fix(problem);
  if (factors.empty()) return false;
  std::vector<Expr> origins;
  for (VarId v : factors)
    origins.push_back(problem.var(v).origin);
  std::vector<std::optional<std::int64_t>> levels(std::begin(size_levels), std::end(size_levels));
  levels.push_back(std::nullopt);
  for (const auto& level : levels) {
    const std::vector<Expr> small = level ? at_most(origins, *level) : std::vector<Expr>{};
    if (level && small.empty()) continue;
    for (int i = 0; i < tries && until.left() > 0; ++i) {
      const Status s = refine(session, encoding, far, std::min(value_slice, until.left()), small);
      if (s == Status::unsat && !level && exhaustive_) return conclude(s, "values");
      if (s != Status::sat) break;
      std::vector<Fixed> values;
      for (VarId v : factors)
        values.push_back({v, session.value(problem.of_var(v))});
      const Status fixed = solve_fixed(values, problem, value_slice);
      if (fixed == Status::sat) return conclude(fixed, "values");
      exhaustive_ &= fixed == Status::unsat;
      std::vector<FormId> other;
      for (const Fixed& f : values)
        other.push_back(problem.negate(problem.zero(problem.of_var(f.var) - Poly(f.value))));
      session.add(problem.any(std::move(other)));
    }
  }
  return false;
}

Status Portfolio::solve_fixed(const std::vector<Fixed>& values, const Problem& problem,
                              double seconds) {
  std::vector<Expr> assertions = simplified_.assertions;
  for (const Fixed& f : values) {
    Expr origin = problem.var(f.var).origin;
    const Wide limit = power_of_two(origin->type == Type::u64() ? 64 : 63);
    if (f.value >= limit || f.value < -limit) return Status::unknown;
    const auto value = static_cast<std::int64_t>(static_cast<std::uint64_t>(f.value));
    assertions.push_back(pool_.eq(origin, pool_.constant(value, origin->type)));
  }
  Encoding encoding(pool_, assertions, query_.uniform, atoms_, simplified_);
  if (encoding.refuted()) return Status::unsat;
  if (!has_time(seconds)) return Status::unknown;
  Session session(pool_, encoding, limits_, Emitter::Products::opaque);
  Status s = check(session, seconds);
  if (s == Status::unsat) return s;
  if (s == Status::sat && encoding.normaliser.has_bits() && !encoding.normaliser.has_products())
    if (const auto exact = ask_bits(encoding, assertions, seconds)) return *exact;
  if (s == Status::sat && !session.is_abstract()) {
    if (!accept_or_avoid_zero(session)) return Status::unknown;
    minimise(session); // what is not fixed: the grid
    return s;
  }
  if (!has_time(seconds)) return Status::unknown;
  Session real(pool_, encoding, limits_, Emitter::Products::real);
  s = check(real, seconds);
  if (s != Status::sat) return s;
  if (!accept_or_avoid_zero(real)) return Status::unknown;
  minimise(real);
  return s;
}

// The original with multiplication, for what the linear form lacks.
bool Portfolio::real_products(Encoding& encoding, double seconds) {
  if (!has_time(seconds)) return false;
  Session session(pool_, encoding, limits_, Emitter::Products::real);
  const Status s = check(session, seconds);
  if (s == Status::unsat || (s == Status::sat && accept_or_avoid_zero(session)))
    return conclude(s, "products-real");
  return false;
}

} // namespace heddle::smt
