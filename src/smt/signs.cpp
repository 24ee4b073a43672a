// Queries whose sizes may be zero or negative, asked by sign: in each case the quotients by a size
// are digits, and the signs of products are known. A size below zero is the negative of one above.
#include "smt/portfolio.hpp"

#include <algorithm>

namespace heddle::smt {

namespace {

constexpr std::size_t max_sizes = 6;
constexpr double positive_share = 0.5; // of the time left, for the case that all are positive
constexpr double all_share = 0.7;      // for all cases

} // namespace

// Sizes that are multiplied or divided by, and that no bound makes positive.
std::vector<Expr> Portfolio::open_signs(const Encoding& encoding) const {
  std::vector<Expr> found;
  for (VarId v : factors_to_fix(encoding.problem)) {
    const Var& var = encoding.problem.var(v);
    Expr e = var.origin;
    if (var.kind != Var::Kind::symbol || !e->type.is_signed || e->type.width < 32) continue;
    if (!var.bounds.at_least(1)) found.push_back(e);
  }
  return found;
}

// The query with -m in the place of the size, m >= 1 in words that hold the negative of each value.
std::optional<Answer> Portfolio::below_zero(const Query& query, Expr size, double seconds) {
  Symbol symbol = pool_.symbol(size);
  const std::int64_t least = -std::int64_t{1} << (size->type.width - 1);
  const std::int64_t low = std::max(symbol.low.value_or(least), -INT64_MAX);
  symbol.type = Type::i64();
  symbol.low = 1;
  symbol.high = -low;
  Expr mirror = pool_.cast(pool_.neg(pool_.symbol_ref(pool_.new_symbol(symbol))), size->type);
  Pool::Memo memo;
  const auto image = [&](Expr e) {
    return pool_.substitute(
        e, [&](Expr a) { return a == size ? mirror : nullptr; }, memo);
  };
  Query other{query.name, {}, {atoms(mirror)[0]}};
  for (Expr e : query.assertions)
    other.assertions.push_back(image(e));
  for (Expr e : query.uniform)
    if (e != size) other.uniform.push_back(image(e));
  auto answer = case_of(other, seconds);
  if (answer && answer->status == Status::sat)
    for (Expr e : atoms_)
      answer->model.values.emplace(e, answer->model.eval(pool_, image(e)));
  return answer;
}

// The answer to one case, nothing where it is refuted.
std::optional<Answer> Portfolio::case_of(const Query& query, double seconds) {
  Answer answer;
  try {
    answer = ask(query, seconds, true);
  } catch (const TooLarge& e) {
    answer.reason = e.reason;
  }
  if (answer.status == Status::unsat) return std::nullopt;
  return answer;
}

// What has a model or is not decided of the size being zero or below.
std::optional<Answer> Portfolio::without_positive(const Query& query, Expr size, double seconds) {
  const Deadline until(seconds);
  std::vector<std::int64_t> single{0};
  if (size->type.width == 64) single.push_back(INT64_MIN); // has no negative
  for (std::int64_t value : single) {
    Query one = query;
    one.assertions.insert(one.assertions.begin(),
                          pool_.eq(size, pool_.constant(value, size->type)));
    if (auto answer = case_of(one, until.left() / 2)) return answer;
  }
  return below_zero(query, size, until.left());
}

bool Portfolio::signs(const Encoding& encoding) {
  const std::vector<Expr> sizes = open_signs(encoding);
  if (sizes.empty() || sizes.size() > max_sizes) return false;
  const Deadline until(deadline_.left() * all_share);
  std::vector<Expr> positive;
  for (Expr e : sizes)
    positive.push_back(pool_.le(pool_.constant(1, e->type), e));
  const auto given = [&](std::size_t count) {
    Query query = query_;
    query.assertions.insert(query.assertions.begin(), positive.begin(),
                            positive.begin() + static_cast<std::ptrdiff_t>(count));
    return query;
  };
  std::optional<Answer> open = case_of(given(sizes.size()), until.left() * positive_share);
  for (std::size_t i = sizes.size(); !open && i-- > 0;)
    open = without_positive(given(i), sizes[i], until.left() / static_cast<double>(i + 1));
  if (!open) return conclude(Status::unsat, "signs");
  if (open->status != Status::sat) return false;
  return conclude(std::move(open->model), "signs");
}

} // namespace heddle::smt
