#include "smt/conversions.hpp"
#include "smt/eval.hpp"
#include "smt/portfolio.hpp"

#include <algorithm>

namespace heddle::smt {

namespace {

// A proof of the other reading leaves no run out that this one has. Its models should be models of
// this one as well.
Answer solve_signed(Pool& pool, const Query& query, const Limits& limits) {
  SignedOffsets offsets(pool);
  Query other = offsets.rewrite(query);
  if (other.assertions == query.assertions) throw TooLarge{out_of_range};
  unsigned calls = 0;
  for (const bool nonnegative : {false, true}) {
    if (nonnegative)
      for (Expr fact : offsets.nonnegative())
        other.assertions.push_back(fact);
    Answer answer = Portfolio(pool, other, limits).run();
    calls = answer.solver_calls += calls;
    if (answer.status == Status::unsat && nonnegative) break;
    if (answer.status != Status::sat) return answer;
    offsets.complete(answer.model, query);
    if (check_model(pool, answer.model, query.assertions).empty()) return answer;
  }
  throw TooLarge{out_of_range};
}

Answer solve_either(Pool& pool, const Query& query, const Limits& limits) {
  try {
    return Portfolio(pool, query, limits).run();
  } catch (const TooLarge& e) {
    if (e.reason != out_of_range) throw;
  }
  return solve_signed(pool, query, limits);
}

} // namespace

Answer solve(Pool& pool, const Query& query, const Limits& limits) {
  const auto start = Deadline::Clock::now();
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
  answer.seconds = std::chrono::duration<double>(Deadline::Clock::now() - start).count();
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
