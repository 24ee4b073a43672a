#include "smt/portfolio.hpp"

#include "smt/bitvec.hpp"
#include "smt/eval.hpp"
#include "smt/relax.hpp"

#include <algorithm>
#include <unordered_set>

namespace heddle::smt {

namespace {

constexpr double small_slice = 0.25, minimise_slice = 0.5; // seconds
constexpr double minimise_share = 0.1;                     // of a question's time
constexpr double masks_slice = 0.5;                        // before machine words are asked
constexpr double first_turn = 0.015; // of linear arithmetic, until it is asked otherwise
constexpr double longer_turn = 3;    // times the one before
constexpr double bits_slice = 5;
constexpr double beside_turn = 0.02; // of it, where products and bits may be anything
constexpr double unrelated_slice = 0.5, unrelated_least = 0.03; // for what is left without bits
constexpr double unrelated_share = 0.06;                        // of the time left
constexpr double relaxed_share = 0.3;                           // of the time left
constexpr double weaker_slice = 0.12;     // where products may be anything, in machine words
constexpr double values_share = 0.4;      // of the time left
constexpr unsigned max_bits = 72;         // wider queries are left to the other attempts
constexpr unsigned max_product_bits = 40; // when variables are multiplied
constexpr std::size_t max_single_sizes = 16;
// Terms looked at: less than most questions take Z3.
constexpr std::uint64_t guesses_before = 20'000;

std::vector<Expr> all_atoms(const std::vector<Expr>& assertions) {
  std::unordered_set<Expr> seen;
  std::vector<Expr> work = assertions, found;
  while (!work.empty()) {
    Expr e = work.back();
    work.pop_back();
    if (!seen.insert(e).second) continue;
    if (e->op == Op::symbol || e->op == Op::apply) found.push_back(e);
    work.insert(work.end(), e->args.begin(), e->args.end());
  }
  std::ranges::sort(found, {}, [](Expr e) { return e->id; });
  return found;
}

} // namespace

Portfolio::Portfolio(Pool& pool, const Query& query, const Limits& limits)
    : pool_(pool), query_(query), limits_(limits), deadline_(limits.seconds) {
  check_size(query.assertions);
  simplified_ = simplify(pool, query.assertions);
  atoms_ = all_atoms(query.assertions);
  if (!query.assertions.empty()) question_ = simplified_.image(pool, query.assertions.back());
  for (Expr a : atoms_) {
    const bool shared = is_launch_constant(pool, a) || std::ranges::count(query.uniform, a) > 0;
    Expr image = simplified_.image(pool, a);
    if (shared && image->type.is_int() && image->op != Op::constant) sizes_.push_back(image);
  }
}

Answer Portfolio::run() {
  if (!decide()) {
    answer_.status = Status::unknown;
    answer_.reason = trouble_.empty() ? "incomplete (no attempt decided)" : trouble_;
    if (deadline_.left() <= 0 && trouble_.find("memory") == std::string::npos) {
      char text[48];
      std::snprintf(text, sizeof text, "timeout after %.3g s", limits_.seconds);
      answer_.reason = text;
    }
  }
  return std::move(answer_);
}

bool Portfolio::conclude(Status status, const std::string& method) {
  answer_.status = status;
  answer_.method = method;
  return true;
}

bool Portfolio::conclude(Model model, const std::string& method) {
  if (!check_model(pool_, model, query_.assertions).empty()) return false;
  answer_.model = std::move(model);
  return conclude(Status::sat, method);
}

Answer Portfolio::ask(const Query& query, double seconds, bool within_signs, bool only_refutes) {
  if (!has_time(seconds)) return {Status::unknown, {}, trouble_, "", 0, 0};
  Limits limits = limits_;
  limits.seconds = seconds;
  Portfolio part(pool_, query, limits);
  part.within_signs_ = within_signs;
  part.is_part_ = true;
  part.only_refutes_ = only_refutes || only_refutes_;
  Answer answer = part.run();
  answer_.solver_calls += answer.solver_calls;
  return answer;
}

Status Portfolio::check(Backend& backend, double seconds, const std::vector<Expr>& given) {
  ++answer_.solver_calls;
  const Status s = backend.check(slice(seconds), given);
  if (s == Status::unknown) trouble_ = backend.reason();
  return s;
}

bool Portfolio::has_time(double seconds) {
  if (slice(seconds) > 0) return true;
  trouble_ = "timeout";
  return false;
}

bool Portfolio::accept(Backend& backend) {
  Model m;
  try {
    m = backend.model();
  } catch (const TooLarge& e) {
    trouble_ = e.reason;
    return false;
  }
  const std::string wrong = check_model(pool_, m, query_.assertions);
  if (!wrong.empty()) {
    trouble_ = "model check failed (" + wrong + ")";
    return false;
  }
  answer_.model = std::move(m);
  return true;
}

// A division by zero may have any value for the solver, and 0 for the evaluator.
bool Portfolio::accept_or_avoid_zero(Backend& backend) {
  if (accept(backend)) return true;
  if (!backend.avoid_zero_quotients()) return false;
  const Status s = check(backend, value_slice);
  if (s == Status::unsat) trouble_ = "depends on the result of a division by zero";
  return s == Status::sat && accept(backend);
}

std::vector<Expr> Portfolio::at_most(const std::vector<Expr>& sizes, std::int64_t level) {
  std::vector<Expr> fs;
  for (Expr e : sizes) {
    const Interval i = interval(pool_, e);
    if ((i.high && *i.high <= level) || (i.low && *i.low > level)) continue;
    fs.push_back(pool_.le(e, pool_.constant(level, e->type)));
    if (e->type.is_signed && !(i.low && *i.low >= -level))
      fs.push_back(pool_.le(pool_.constant(-level, e->type), e));
  }
  return fs;
}

// Sizes of the accepted model, all together and then one by one: small witnesses are quick to
// replay and easy to read.
void Portfolio::minimise(Backend& backend) {
  if (limits_.any_model || only_refutes_) return;
  const Deadline until(slice(std::min(minimise_slice, minimise_share * limits_.seconds)));
  std::vector<Expr> given;
  auto improves = [&](std::vector<Expr> more) {
    if (more.empty() || until.left() <= 0) return false;
    more.insert(more.end(), given.begin(), given.end());
    if (check(backend, std::min(small_slice, until.left()), more) != Status::sat ||
        !accept(backend))
      return false;
    given = std::move(more);
    return true;
  };
  for (std::int64_t level : size_levels)
    if (improves(at_most(sizes_, level))) break;
  if (sizes_.size() > max_single_sizes) return;
  for (Expr size : sizes_)
    for (std::int64_t level : size_levels) {
      const Wide now = Evaluator(pool_, answer_.model).eval(size);
      if (-level <= now && now <= level) break;
      if (improves(at_most({size}, level))) break;
    }
}

bool Portfolio::decide() {
  if (simplified_.assertions == std::vector{pool_.boolean(false)})
    return conclude(Status::unsat, "trivial");
  if (limits_.may_guess && !is_part_ && guess(guesses_before)) return true;
  Encoding encoding(pool_, simplified_.assertions, query_.uniform, atoms_, simplified_);
  if (encoding.refuted()) return conclude(Status::unsat, "bounds");
  Session session(pool_, encoding, limits_, Emitter::Products::opaque);
  if (!session.has_values())
    return session.is_abstract() ? abstract(session, encoding) : linear(session, encoding);
  return (!session.is_abstract() && by_values(session)) || without_values(encoding);
}

// Order lemmas need products that are constants of their own.
bool Portfolio::without_values(Encoding& encoding) {
  encoding.problem.values.clear();
  Session session(pool_, encoding, limits_, Emitter::Products::opaque);
  return session.is_abstract() ? abstract(session, encoding) : linear(session, encoding);
}

bool Portfolio::abstract(Session& session, Encoding& encoding) {
  if (parts() || unrelated_bits(encoding) || cases() || masks()) return true;
  if (!has_time()) return false;
  if (encoding.normaliser.has_bits() || encoding.normaliser.has_masks()) {
    // What is multiplied, and bits, are often beside the point; then they may be anything.
    if (check(session, slice(beside_turn)) == Status::unsat)
      return conclude(Status::unsat, "linear");
    const bool alone = !encoding.normaliser.has_products();
    if (alone ? bits(encoding) : bits_without_products()) return true;
  }
  return has_time() && products(session, encoding);
}

// Where bits decide what else is done, as in a size that is rounded up to a power of two, the index
// is often linear. Most such proofs take no time.
bool Portfolio::unrelated_bits(const Encoding& encoding) {
  if (!encoding.normaliser.has_bits() || !has_time(bits_slice)) return false;
  const std::vector<Expr> weaker = without_bits(pool_, simplified_.assertions);
  if (weaker.empty()) return false;
  const Query rest{query_.name, weaker, query_.uniform};
  const double left = deadline_.left();
  const double seconds = std::min(
      {unrelated_slice, left * relaxed_share, std::max(unrelated_least, left * unrelated_share)});
  const Answer answer = ask(rest, seconds, false, true);
  return answer.status == Status::unsat && conclude(Status::unsat, answer.method);
}

// Exact: both answers count.
bool Portfolio::linear(Session& session, Encoding& encoding) {
  const bool masks = encoding.normaliser.has_masks();
  std::optional<bool> done =
      in_turns(session, encoding, masks ? slice(masks_slice) : deadline_.left() / 2);
  if (!done && masks) {
    if (bits(encoding)) return true;
    done = in_turns(session, encoding, deadline_.left() / 2);
  }
  return done ? *done : real_products(encoding, deadline_.left()); // preprocessed
}

// Of slow questions the older simplex decides more than the newer one, in half of the time; of
// quotients and remainders of small numbers those are decided up to a hundred times sooner where
// bounds are propagated to all terms. Each turn begins anew: what was learned in one way is in the
// way of the other.
std::optional<bool> Portfolio::in_turns(Session& first, Encoding& encoding, double seconds) {
  using enum Backend::Simplex;
  constexpr Backend::Simplex order[] = {older, newer_to_all, newer};
  const Deadline until(seconds);
  std::optional<Session> again;
  double turn = first_turn;
  for (std::size_t i = 0;; ++i, turn *= longer_turn) {
    Session& session = again ? *again : first;
    session.use(order[i % std::size(order)]);
    const Status s = check(session, std::min(turn, until.left()));
    if (s != Status::unknown) return conclude_exact(session, s, "linear");
    if (until.left() <= 0) return std::nullopt;
    again.emplace(pool_, encoding, limits_, Emitter::Products::opaque);
  }
}

bool Portfolio::conclude_exact(Backend& session, Status status, const std::string& method) {
  if (status == Status::unsat) return conclude(status, method);
  if (status != Status::sat || !accept_or_avoid_zero(session)) return false;
  minimise(session);
  return conclude(status, method);
}

// Exact where each product has a factor whose values are told apart.
bool Portfolio::by_values(Session& session) {
  return conclude_exact(session, check(session, deadline_.left() * values_share), "by values");
}

std::optional<unsigned> Portfolio::bit_width(Encoding& encoding,
                                             const std::vector<Expr>& assertions) {
  std::vector<Expr> terms = assertions;
  for (Expr a : atoms_) // those that simplification lost get values too
    terms.push_back(simplified_.image(pool_, a));
  const unsigned limit = encoding.normaliser.has_products() ? max_product_bits : max_bits;
  return smt::bit_width(encoding.normaliser, terms, limit);
}

// Both answers count, nothing where neither is found.
std::optional<Status> Portfolio::ask_bits(Encoding& encoding, const std::vector<Expr>& assertions,
                                          double seconds) {
  if (!has_time(seconds)) return std::nullopt;
  const auto width = bit_width(encoding, assertions);
  if (!width) return std::nullopt;
  BitSession session(pool_, encoding.normaliser, assertions, atoms_, simplified_, *width, limits_);
  const Status s = check(session, seconds);
  if (s == Status::unsat) return s;
  if (s != Status::sat || !accept_or_avoid_zero(session)) return std::nullopt;
  minimise(session);
  return s;
}

bool Portfolio::bits(Encoding& encoding) {
  const auto answer = ask_bits(encoding, simplified_.assertions, bits_slice);
  return answer && conclude(*answer, "bit-vectors");
}

// Where masks and xor decide, as in swizzled indices, what is multiplied beside them often does not
// matter: the bounds of a grid-stride loop, the index of what was read.
bool Portfolio::bits_without_products() {
  const std::vector<Expr> weaker = without_products(pool_, simplified_.assertions);
  if (weaker.empty()) return false;
  Simplified simplified = simplify(pool_, weaker);
  Encoding encoding(pool_, simplified.assertions, query_.uniform, {}, simplified);
  if (encoding.refuted()) return conclude(Status::unsat, "bounds");
  if (encoding.normaliser.has_products()) return false;
  if (!encoding.normaliser.has_bits() && !encoding.normaliser.has_masks()) return false;
  const auto width = smt::bit_width(encoding.normaliser, simplified.assertions, max_bits);
  if (!width) return false;
  BitSession session(pool_, encoding.normaliser, simplified.assertions, all_atoms(weaker),
                     simplified, *width, limits_);
  const Status s = check(session, std::min(weaker_slice, deadline_.left() * relaxed_share));
  if (s == Status::unsat) return conclude(s, "bit-vectors");
  return s == Status::sat && !only_refutes_ && extend(session);
}

// A model of the conditions without products, to one of the whole: its sizes, but for those that
// others determine, make the products linear.
bool Portfolio::extend(Backend& session) {
  Model part;
  try {
    part = session.model();
  } catch (const TooLarge& e) {
    trouble_ = e.reason;
    return false;
  }
  const std::set<Expr> follow = determined();
  Query fixed = query_;
  for (Expr size : sizes_)
    if (const auto it = part.values.find(size); it != part.values.end() && !follow.contains(size))
      fixed.assertions.insert(fixed.assertions.begin(),
                              pool_.eq(size, pool_.constant(it->second, size->type)));
  if (fixed.assertions.size() == query_.assertions.size()) return false;
  Answer answer = ask(fixed, deadline_.left() * relaxed_share);
  return answer.status == Status::sat && conclude(std::move(answer.model), "bit-vectors");
}

std::string Portfolio::first_text() {
  if (simplified_.assertions == std::vector{pool_.boolean(false)})
    return "(assert false)\n(check-sat)\n";
  Encoding encoding(pool_, simplified_.assertions, query_.uniform, atoms_, simplified_);
  if (encoding.normaliser.has_bits() && !encoding.normaliser.has_products())
    if (const auto width = bit_width(encoding, simplified_.assertions))
      return BitSession(pool_, encoding.normaliser, simplified_.assertions, atoms_, simplified_,
                        *width, limits_)
          .text();
  return Session(pool_, encoding, limits_, Emitter::Products::opaque).text();
}

} // namespace heddle::smt
