// Queries whose sizes may be zero or negative: where all are positive the quotients by a size are
// digits, and the signs of products are known; where none is zero, each is a sign times a size.
// Likewise values of both threads that are converted to words without a sign: in each case they are
// themselves, or 2^w more.
#include "smt/portfolio.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_set>

namespace heddle::smt {

namespace {

constexpr std::size_t max_sizes = 12;
constexpr double positive_share = 0.5; // of the time left, for the case that all are positive
constexpr double all_share = 0.7;      // for all cases
constexpr std::size_t max_converted = 3;
constexpr double converted_share = 0.4; // of the time left

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

// In its place s m, s being -1 or 1, with m >= 1 in words that hold the negative of each value; m
// where it has no negative one.
Portfolio::Magnitude Portfolio::magnitude_of(Expr size) {
  Symbol magnitude = pool_.symbol(size), negative = magnitude;
  const Bounds range = meet(type_bounds(size->type), {magnitude.low, magnitude.high});
  const Wide most = std::max<Wide>({-*range.low, *range.high, 1});
  magnitude.type = Type::i64();
  magnitude.low = 1;
  magnitude.high = static_cast<std::int64_t>(std::min<Wide>(most, INT64_MAX));
  negative.type = Type::boolean();
  negative.low = negative.high = std::nullopt;
  Magnitude found;
  Expr m = pool_.symbol_ref(pool_.new_symbol(magnitude));
  found.uniform.push_back(m);
  if (*range.low < 0) {
    found.negative = pool_.symbol_ref(pool_.new_symbol(negative));
    found.uniform.push_back(found.negative);
    m = pool_.ite(found.negative, pool_.neg(m), m);
  }
  found.image = pool_.cast(m, size->type);
  const Symbol& declared = pool_.symbol(size);
  if (declared.low && *declared.low < 0)
    found.bounds.push_back(pool_.le(pool_.constant(*declared.low, size->type), found.image));
  if (declared.high)
    found.bounds.push_back(pool_.le(found.image, pool_.constant(*declared.high, size->type)));
  return found;
}

// The query of sizes that are not 0, and not all positive. What is put together of its digits by
// them has no signs left.
std::optional<Answer> Portfolio::by_magnitudes(const std::vector<Expr>& sizes, double seconds) {
  Query other{query_.name, {}, {}};
  std::map<Expr, Expr> images;
  std::vector<Expr> negatives;
  for (Expr size : sizes) {
    const Magnitude of_size = magnitude_of(size);
    images.emplace(size, of_size.image);
    std::ranges::copy(of_size.uniform, std::back_inserter(other.uniform));
    std::ranges::copy(of_size.bounds, std::back_inserter(other.assertions));
    if (of_size.negative) negatives.push_back(of_size.negative);
  }
  other.assertions.push_back(pool_.any(negatives));
  Pool::Memo memo;
  const auto image = [&](Expr e) {
    return pool_.substitute(
        e, [&](Expr a) { return images.contains(a) ? images.at(a) : nullptr; }, memo);
  };
  for (Expr e : query_.assertions)
    other.assertions.push_back(image(e));
  for (Expr e : query_.uniform)
    if (!images.contains(e)) other.uniform.push_back(image(e));
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

// What has a model or is not decided where the size has no magnitude, or none that words hold.
std::optional<Answer> Portfolio::without_magnitude(const Query& query, Expr size, double seconds) {
  const Deadline until(seconds);
  std::vector<std::int64_t> single{0};
  if (size->type.width == 64) single.push_back(INT64_MIN);
  for (std::int64_t value : single) {
    Query one = query;
    one.assertions.insert(one.assertions.begin(),
                          pool_.eq(size, pool_.constant(value, size->type)));
    if (auto answer = case_of(one, until.left())) return answer;
  }
  return std::nullopt;
}

// A witness should have positive sizes.
bool Portfolio::signs(const Encoding& encoding) {
  const std::vector<Expr> sizes = open_signs(encoding);
  if (sizes.empty() || sizes.size() > max_sizes) return false;
  const Deadline until(deadline_.left() * all_share);
  Query positive{query_.name, {}, query_.uniform};
  for (Expr e : sizes)
    positive.assertions.push_back(pool_.le(pool_.constant(1, e->type), e));
  std::ranges::copy(query_.assertions, std::back_inserter(positive.assertions));
  std::optional<Answer> open = case_of(positive, until.left() * positive_share);
  Query others = query_;
  for (std::size_t i = 0; i < sizes.size() && !open; ++i) {
    const double seconds = until.left() / static_cast<double>(sizes.size() + 1 - i);
    open = without_magnitude(others, sizes[i], seconds);
    others.assertions.insert(others.assertions.begin(),
                             pool_.ne(sizes[i], pool_.constant(0, sizes[i]->type)));
  }
  if (!open) open = by_magnitudes(sizes, until.left());
  if (!open) return conclude(Status::unsat, "signs");
  if (open->status != Status::sat) return false;
  return conclude(std::move(open->model), "signs");
}

// What both threads convert to a word without a sign and may be negative, but for what a condition
// has the sign of.
std::vector<Expr> Portfolio::open_conversions(Encoding& encoding) {
  const auto is_shared = [&](Expr a) {
    return is_launch_constant(pool_, a) || std::ranges::count(query_.uniform, a) > 0;
  };
  const std::unordered_set<Expr> asserted(query_.assertions.begin(), query_.assertions.end());
  std::vector<Expr> found, work = query_.assertions;
  for (std::unordered_set<Expr> seen; !work.empty();) {
    Expr e = work.back();
    work.pop_back();
    if (!seen.insert(e).second) continue;
    work.insert(work.end(), e->args.begin(), e->args.end());
    if (e->op != Op::cast || e->type.is_signed || e->type.width < 32) continue;
    Expr x = e->args[0];
    if (!x->type.is_int() || !x->type.is_signed || x->op == Op::constant) continue;
    const Bounds bounds = encoding.normaliser.integer(simplified_.image(pool_, x)).bounds;
    if (bounds.at_least(0) || bounds.at_most(-1)) continue;
    const auto [not_negative, negative] = signs_of(x);
    if (asserted.contains(not_negative) || asserted.contains(negative)) continue;
    if (std::ranges::all_of(atoms(x), is_shared) && std::ranges::count(found, x) == 0)
      found.push_back(x);
  }
  std::ranges::sort(found, {}, [](Expr e) { return e->id; });
  return found;
}

std::pair<Expr, Expr> Portfolio::signs_of(Expr x) {
  Expr zero = pool_.constant(0, x->type);
  return {pool_.le(zero, x), pool_.lt(x, zero)};
}

// One query for each choice of their signs.
bool Portfolio::conversions(Encoding& encoding) {
  const std::vector<Expr> converted = open_conversions(encoding);
  if (converted.empty() || converted.size() > max_converted) return false;
  const Deadline until(deadline_.left() * converted_share);
  for (std::size_t negative = 0; negative < std::size_t{1} << converted.size(); ++negative) {
    Query query = query_;
    for (std::size_t i = 0; i < converted.size(); ++i) {
      const auto [is_not, is_negative] = signs_of(converted[i]);
      query.assertions.insert(query.assertions.begin(), negative >> i & 1 ? is_negative : is_not);
    }
    Answer answer = ask(query, until.left(), within_signs_);
    if (answer.status == Status::sat) return conclude(std::move(answer.model), "conversions");
    if (answer.status != Status::unsat) return false;
  }
  return conclude(Status::unsat, "conversions");
}

} // namespace heddle::smt
