#include "smt/session.hpp"

#include <algorithm>
#include <charconv>

namespace heddle::smt {

namespace {

constexpr auto poll = std::chrono::milliseconds(20);
constexpr double grace = 0.2; // seconds past Z3's own time-out before it is interrupted

z3::solver make_solver(z3::context& c, Session::Tactic tactic) {
  if (tactic == Session::Tactic::core) return z3::solver(c, z3::solver::simple());
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

Watchdog::Watchdog(z3::context& context, unsigned memory_mb)
    : context_(context), memory_bytes_(std::uint64_t{memory_mb} << 20), thread_([this] { run(); }) {
}

Watchdog::~Watchdog() {
  {
    std::lock_guard lock(mutex_);
    quit_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Watchdog::start(double seconds) {
  {
    std::lock_guard lock(mutex_);
    end_ = Deadline(seconds + grace).end();
    armed_ = true;
    out_of_memory_ = false;
  }
  changed_.notify_all();
}

void Watchdog::stop() {
  std::lock_guard lock(mutex_);
  armed_ = false;
}

void Watchdog::run() {
  std::unique_lock lock(mutex_);
  while (!quit_) {
    if (!armed_) {
      changed_.wait(lock);
      continue;
    }
    changed_.wait_for(lock, poll);
    if (quit_ || !armed_) continue;
    const bool full = Z3_get_estimated_alloc_size() > memory_bytes_;
    if (full) out_of_memory_ = true;
    if (full || Deadline::Clock::now() >= end_) context_.interrupt();
  }
}

Session::Session(const Pool& pool, Problem& problem, const Limits& limits,
                 Emitter::Products products, Tactic tactic)
    : problem_(problem), limits_(limits), solver_(make_solver(context_, tactic)),
      emitter_(context_, pool, problem, products), watchdog_(context_, limits.memory_mb) {}

void Session::flush() {
  for (z3::expr_vector facts = emitter_.take_facts(); !facts.empty(); facts = emitter_.take_facts())
    solver_.add(facts);
}

void Session::add(FormId f) {
  solver_.add(emitter_.form(f));
  flush();
}

void Session::add_roots() {
  for (FormId f : problem_.roots)
    add(f);
  for (VarId v = 0; v < problem_.var_count(); ++v)
    if (problem_.var(v).tightened) emitter_.var(v);
  flush();
}

void Session::watch(Expr original, const Poly& value) {
  watched_.emplace_back(original, emitter_.poly(value));
  flush();
}

void Session::watch(Expr original, FormId value) {
  watched_.emplace_back(original, emitter_.form(value));
  flush();
}

Status Session::check(double seconds, const std::vector<FormId>& assumptions) {
  model_.reset();
  reason_.clear();
  ++checks_;
  if (seconds <= 0) {
    reason_ = "timeout";
    return Status::unknown;
  }
  try {
    z3::expr_vector given(context_);
    for (FormId f : assumptions)
      given.push_back(emitter_.form(f));
    flush();
    z3::params p(context_);
    p.set("timeout", static_cast<unsigned>(std::max(1.0, seconds * 1000)));
    solver_.set(p);
    watchdog_.start(seconds);
    if (!given.empty()) {
      solver_.push();
      solver_.add(given);
    }
    const z3::check_result r = solver_.check();
    watchdog_.stop();
    if (r == z3::sat) model_ = std::make_unique<z3::model>(solver_.get_model());
    if (r == z3::unknown) reason_ = solver_.reason_unknown();
    if (!given.empty()) solver_.pop();
    if (r == z3::sat) return Status::sat;
    if (r == z3::unsat) return Status::unsat;
  } catch (const z3::exception& e) {
    watchdog_.stop();
    reason_ = e.msg();
  }
  if (watchdog_.out_of_memory())
    reason_ = "memory limit of " + std::to_string(limits_.memory_mb) + " MB";
  else if (reason_ == "canceled" || reason_ == "timeout" || reason_ == "interrupted from keyboard")
    reason_ = "timeout after " + seconds_text(seconds);
  else
    reason_ = "incomplete (" + reason_ + ")";
  return Status::unknown;
}

Wide Session::number(const z3::expr& e) {
  const z3::expr v = model_->eval(e, true);
  if (v.is_bool()) return v.is_true();
  if (!v.is_numeral()) throw TooLarge{"the model has no number for a term"};
  return parse(v.get_decimal_string(0));
}

Wide Session::value(const Poly& p) { return number(emitter_.poly(p)); }
Wide Session::value(MonoId m) { return number(emitter_.poly(Poly::monomial(m))); }

Model Session::model() {
  Model m;
  for (const auto& [original, encoded] : watched_) {
    const Wide v = number(encoded);
    const bool fits = original->type == Type::u64()
                          ? v >= 0 && v < power_of_two(64)
                          : v >= -power_of_two(63) && v < power_of_two(63);
    if (!fits) throw TooLarge{"a value of the model exceeds 64 bits"};
    m.values[original] = static_cast<std::int64_t>(v);
  }
  return m;
}

bool Session::fix_zero_quotients() {
  const z3::expr_vector zero = emitter_.zero_quotients();
  if (zero.empty()) return false;
  solver_.add(zero);
  flush();
  return true;
}

} // namespace heddle::smt
