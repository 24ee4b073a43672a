#include "smt/conversions.hpp"
#include "smt/eval.hpp"
#include "smt/known.hpp"
#include "smt/portfolio.hpp"
#include "smt/relax.hpp"
#include "support/time_limit.hpp"

#include <algorithm>

namespace heddle::smt {

namespace {

std::optional<Answer> unless_too_large(Pool& pool, const Query& query, const Limits& limits) {
  try {
    return Portfolio(pool, query, limits).run();
  } catch (const TooLarge& e) {
    if (e.reason != out_of_range) throw;
    return std::nullopt;
  }
}

// A model of the other reading that is one of this reading as well.
std::optional<Answer> model_of_both(Pool& pool, const Query& query, SignedOffsets& offsets,
                                    Answer answer) {
  if (answer.status != Status::sat) return std::nullopt;
  offsets.complete(answer.model, query);
  if (!check_model(pool, answer.model, query.assertions).empty()) return std::nullopt;
  return answer;
}

// What is put together of so many constants that they cannot be counted with, a generator of random
// numbers or a hash, mostly decides nothing of where threads meet.
std::optional<Answer> refuted_without_large(Pool& pool, const Query& query, const Limits& limits) {
  const Query weaker{query.name, without_large(pool, query.assertions), query.uniform};
  if (weaker.assertions.empty()) return std::nullopt;
  auto answer = unless_too_large(pool, weaker, limits);
  if (!answer || answer->status != Status::unsat) return std::nullopt;
  return answer;
}

// A proof of the other reading leaves no run out that this one has, nor does one without some of
// the conditions.
Answer solve_signed(Pool& pool, const Query& query, const Limits& limits) {
  SignedOffsets offsets(pool, false);
  const Query other = offsets.rewrite(query);
  if (const auto answer = unless_too_large(pool, other, limits)) {
    if (answer->status != Status::sat) return *answer;
    if (auto found = model_of_both(pool, query, offsets, *answer)) return *found;
  } else {
    const Query weaker{query.name, without_wide_products(pool, other.assertions), other.uniform};
    const auto proof = unless_too_large(pool, weaker, limits);
    if (proof && proof->status == Status::unsat) return *proof;
  }
  SignedOffsets positive(pool, true);
  Query last = positive.rewrite(query);
  for (Expr fact : positive.nonnegative())
    last.assertions.push_back(fact);
  if (const auto answer = unless_too_large(pool, last, limits))
    if (auto found = model_of_both(pool, query, positive, *answer)) return *found;
  if (auto proof = refuted_without_large(pool, query, limits)) return *proof;
  throw TooLarge{out_of_range};
}

Answer solve_either(Pool& pool, const Query& query, const Limits& limits) {
  if (auto answer = unless_too_large(pool, query, limits)) return *answer;
  return solve_signed(pool, query, limits);
}

Answer solve_anew(Pool& pool, const Query& query, const Limits& limits) {
  const ThreadClock clock;
  const double start = clock.now();
  const SharedContext shared;
  Answer answer;
  try {
    answer = solve_either(pool, query, limits);
  } catch (const TooLarge& e) {
    answer.reason = e.reason;
  } catch (const z3::exception& e) {
    answer.reason = std::string("solver error (") + e.msg() + ")";
  } catch (const std::bad_alloc&) {
    answer.reason = "memory limit";
  }
  answer.seconds = clock.now() - start;
  return answer;
}

} // namespace

Answer solve(Pool& pool, const Query& query, const Limits& given) {
  Limits limits = given;
  limits.seconds = std::min(limits.seconds, TimeLimit::left());
  TimeLimit::check();
  if (!keeps_answers()) return solve_anew(pool, query, limits);
  std::string text = question_text(pool, query);
  if (const auto known = known_answer(text, limits)) return *known;
  Answer answer = solve_anew(pool, query, limits);
  keep_answer(std::move(text), answer, limits);
  return answer;
}

std::string to_smt2(Pool& pool, const Query& query) {
  try {
    return "; " + query.name + "\n" + Portfolio(pool, query, {}).first_text();
  } catch (const TooLarge& e) {
    return "; " + query.name + ": " + e.reason + "\n";
  } catch (const z3::exception& e) {
    return "; " + query.name + ": " + e.msg() + "\n";
  }
}

} // namespace heddle::smt
