#include "smt/backend.hpp"

#include <cstdio>

namespace heddle::smt {

namespace {

z3::solver make_solver(z3::context& c, Backend::Tactic tactic) {
  if (tactic == Backend::Tactic::core) return z3::solver(c, z3::solver::simple());
  if (tactic == Backend::Tactic::bits) return z3::solver(c, "QF_UFBV");
  const z3::tactic t = z3::tactic(c, "simplify") & z3::tactic(c, "propagate-values") &
                       z3::tactic(c, "solve-eqs") & z3::tactic(c, "purify-arith") &
                       z3::tactic(c, "smt");
  return t.mk_solver();
}

std::string seconds_text(double s) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.3g s", s);
  return buffer;
}

Wide parse(const std::string& text) {
  Wide r = 0;
  const bool negative = !text.empty() && text[0] == '-';
  for (std::size_t i = negative; i < text.size(); ++i)
    r = checked_add(checked_mul(r, 10), text[i] - '0');
  return negative ? -r : r;
}

} // namespace

Backend::Backend(const Limits& limits, Tactic tactic)
    : engine_(Engine::lease()), context_(engine_->context), solver_(make_solver(context_, tactic)),
      limits_(limits) {
  if (tactic == Tactic::core) use(Simplex::older);
}

Status Backend::check(double seconds, const std::vector<Expr>& given) {
  model_.reset();
  reason_.clear();
  if (seconds <= 0) {
    reason_ = "timeout";
    return Status::unknown;
  }
  z3::check_result result = z3::unknown;
  bool pushed = false;
  try {
    z3::expr_vector conditions(context_);
    for (Expr e : given)
      conditions.push_back(condition(e));
    flush();
    if (!conditions.empty()) {
      solver_.push();
      pushed = true;
      solver_.add(conditions);
    }
    engine_->watchdog.start(seconds, limits_.memory_mb);
    const Deadline until(seconds);
    result = solver_.check();
    engine_->watchdog.stop();
    // A precaution: what an interrupted solver says after its time was over is no proof. No wrong
    // answer of that kind is known (tests/unit/smt/random_test.cpp interrupts at all moments).
    if (result == z3::unsat && until.left() <= 0) {
      if (pushed) solver_.pop();
      reason_ = "timeout after " + seconds_text(seconds);
      return Status::unknown;
    }
    if (result == z3::sat) model_ = std::make_unique<z3::model>(solver_.get_model());
    if (result == z3::unknown) reason_ = solver_.reason_unknown();
  } catch (const z3::exception& e) {
    engine_->watchdog.stop();
    result = z3::unknown;
    reason_ = e.msg();
  }
  if (pushed) solver_.pop();
  if (result == z3::sat) return Status::sat;
  if (result == z3::unsat) return Status::unsat;
  reason_ = explain(seconds);
  return Status::unknown;
}

void Backend::use(Simplex simplex) {
  z3::params options(context_);
  options.set("arith.solver", simplex == Simplex::older ? 2U : 6U);
  options.set("arith.propagation_mode", simplex == Simplex::newer_to_all ? 2U : 1U);
  // There are no quantifiers, which relevancy is for: of 300 slow questions 9 instead of 15 stay
  // open without it, in nine tenths of the time. Models are then as well of what does not matter,
  // and fewer of their runs show a race.
  if (limits_.any_model) options.set("relevancy", 0U);
  solver_.set(options);
}

std::string Backend::explain(double seconds) const {
  if (engine_->watchdog.out_of_memory() || reason_ == "out of memory")
    return "memory limit of " + std::to_string(limits_.memory_mb) + " MB";
  if (reason_ == "canceled" || reason_ == "timeout" || reason_ == "interrupted from keyboard")
    return "timeout after " + seconds_text(seconds);
  return "incomplete (" + reason_ + ")";
}

Wide Backend::number(const z3::expr& v) const {
  if (v.is_bool()) return v.is_true();
  if (std::int64_t small = 0; v.is_numeral_i64(small)) return small;
  if (!v.is_numeral()) throw TooLarge{"the model has no number for a term"};
  return parse(v.get_decimal_string(0));
}

Wide Backend::value_of(const z3::expr& e) { return number(model_->eval(e, true)); }

Model Backend::model() {
  Model m;
  for (const auto& [original, encoded] : watched_) {
    const Wide v = value_of(encoded);
    const bool fits = original->type == Type::u64()
                          ? v >= 0 && v < power_of_two(64)
                          : v >= -power_of_two(63) && v < power_of_two(63);
    if (!fits) throw TooLarge{"a value of the model exceeds 64 bits"};
    m.values[original] = static_cast<std::int64_t>(v);
  }
  return m;
}

bool Backend::avoid_zero_quotients() {
  const z3::expr_vector zero = zero_quotients();
  if (zero.empty()) return false;
  solver_.add(zero);
  return true;
}

} // namespace heddle::smt
