#include "smt/portfolio.hpp"

#include <algorithm>

namespace heddle::smt {

Answer solve(Pool& pool, const Query& query, const Limits& limits) {
  const auto start = Deadline::Clock::now();
  Answer answer;
  try {
    answer = Portfolio(pool, query, limits).run();
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
