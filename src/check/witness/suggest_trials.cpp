#include "check/witness/suggest_trials.hpp"

#include "check/witness/together.hpp"
#include "cuda/contract/assumptions.hpp"
#include "cuda/contract/conjunction.hpp"
#include "protocol/split/few_contents.hpp"

#include <algorithm>
#include <unordered_set>

namespace heddle::check {

namespace {

// A hint is not worth a long search: of one finding, and of all findings of a kernel. Where a query
// has more than the usual time, so has a hint.
constexpr double seconds_per_try = 0.2, seconds_in_all = 1.5, seconds_of_kernel = 3;
// Where the solver has little time for a question, a hint gets no more than this part of it.
// It is not cut short by what other questions have taken: what is tried is bounded by itself.
constexpr double share_per_try = 0.05, share_in_all = 0.4, share_of_kernel = 0.6;
// Until something works: of 421 searches that found a condition for a finding in public code, 418
// had one that works within this part; others may then be shown to do as well. Of the 13 that did
// so behind one of the same kernel that had found nothing by then, all had it within the second.
constexpr double share_of_vain = 0.2, share_once_more = 0.12;
// Of a kernel that has a bug whatever is assumed.
constexpr double share_of_bug = 0.2;
// Where a loop doubles what is a power of two is most likely the answer, and its values are many.
// Of 71 such proofs in public code none took more than 0.1 s.
constexpr double for_powers = 3;
// Likewise for multiples, which make quotients whole.
constexpr double for_multiples = 2;
// And for what has ruled out another finding of the kernel.
constexpr double for_known = 2;
// And for the least of them, where a larger one was shown to help.
constexpr double for_least_multiple = 5;
// Where a bug is shown for a negative size, whatever the time for a query: of one question. Nobody
// passes such a size, and the proof for others may be long.
constexpr double for_signs = 8;
// Where the verdict hangs on it (--infer-requires) it may take so many times as long.
constexpr double patience = 3;

constexpr std::size_t most_models = 64; // that are remembered

constexpr std::int64_t warp_size = 32;

bool says_power(const std::string& text) { return text.find(" & (") != text.npos; }

std::vector<Expr> with(std::vector<Expr> facts, Expr e) {
  facts.push_back(e);
  return facts;
}

} // namespace

std::optional<contract::Statement> Hints::statement(const core::Kernel& kernel,
                                                    const std::string& text) {
  const std::lock_guard lock(mutex_);
  const auto [it, is_new] = statements_.try_emplace(text);
  if (!is_new) return it->second;
  const auto parsed = contract::parse_contract(text);
  const auto* formula = std::get_if<contract::Formula>(&parsed);
  if (!formula) return std::nullopt;
  auto resolved = contract::resolve(*formula, *kernel.pool, contract::names_of(kernel, {}),
                                    contract::Reading::mathematical);
  if (auto* statement = std::get_if<contract::Statement>(&resolved))
    it->second = std::move(*statement);
  return it->second;
}

std::vector<Expr> said_by(const Environment& env, const std::string& text,
                          const std::vector<Expr>& used) {
  std::vector<Expr> facts;
  const auto statement = env.hints.statement(env.kernel, text);
  if (!statement) return facts;
  if (!is_true(statement->condition)) facts.push_back(statement->condition);
  for (const core::Contract& contract : statement->contracts)
    for (Expr fact : protocol::contract_facts(env.protocol, contract, used))
      facts.push_back(fact);
  return facts;
}

Trials::Trials(const Environment& env, const Asked& asked)
    : env_(env), asked_(asked), used_(with(asked.facts, asked.broken)),
      candidates_(env, asked.uniform, used_, asked.is_count), models_{*asked.model} {
  for (Expr fact : asked.facts)
    if (is_product_of_host(fact)) products_.push_back(fact);
}

// n == rows * blockDim.x, as the host computes it: an equation of numbers that are all open.
bool Trials::is_product_of_host(Expr fact) const {
  const auto is_open = [](Expr e) { return !constant_value(e); };
  const auto is_of_host = [&](Expr a) {
    return a->op == Op::symbol && env_.pool().symbol(a).name.starts_with("host:");
  };
  std::unordered_set<Expr> seen;
  std::vector<Expr> work{fact};
  while (!work.empty()) {
    const Expr e = work.back();
    work.pop_back();
    if (!seen.insert(e).second) continue;
    if (e->op == Op::mul && std::ranges::all_of(e->args, is_open) &&
        std::ranges::any_of(atoms(e), is_of_host))
      return true;
    work.insert(work.end(), e->args.begin(), e->args.end());
  }
  return false;
}

std::optional<std::vector<Expr>> Trials::facts_of(const std::string& text) {
  const auto [it, is_new] = facts_.try_emplace(text);
  if (!is_new) return it->second;
  std::vector<Expr> facts = said_by(env_, text, used_);
  if (!facts.empty()) it->second = std::move(facts);
  return it->second;
}

std::uint64_t Trials::holds_in(const std::string& text) {
  const auto facts = facts_of(with_beside(text));
  if (!facts) return ~std::uint64_t{0}; // it says nothing
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < models_.size(); ++i)
    if (std::ranges::all_of(*facts, [&](Expr fact) { return holds(models_[i], fact); }))
      bits |= std::uint64_t{1} << i;
  return bits;
}

bool Trials::holds(const smt::Model& model, Expr fact) const {
  return std::ranges::all_of(atoms(fact), [&](Expr a) { return model.values.contains(a); }) &&
         model.eval(env_.pool(), fact) != 0;
}

std::string Trials::with_beside(const std::string& text) const {
  return beside_.empty() ? text : contract::joined({text, beside_});
}

bool Trials::is_beside(const smt::Model& model) {
  if (beside_.empty()) return true;
  const auto facts = facts_of(beside_);
  return facts && std::ranges::all_of(*facts, [&](Expr fact) { return holds(model, fact); });
}

bool Trials::works(const std::string& condition, Reach reach, bool in_any_case) {
  const std::string text = with_beside(condition);
  if (const auto it = tried_.find({text, reach}); it != tried_.end()) return it->second;
  if (holds_in(condition) != 0 || (!in_any_case && is_out_of_time())) return false;
  if (reach == Reach::narrows && is_unreached(condition)) return false;
  longer_ = candidates_.doubles() && says_power(text) ? for_powers
            : says_multiple(text)                     ? for_multiples
                                                      : 1;
  if (is_known_) longer_ *= for_known;
  if (insists_) longer_ *= for_least_multiple;
  const bool helps = rules_out(text, reach) && leaves_contents(text) && is_kept_by_calls(text);
  has_worked_ = has_worked_ || helps;
  const bool clashes = helps && !goes_with_others(text);
  if (clashes) clashing_.emplace_back(text, reach);
  return tried_[{text, reach}] = helps && !clashes;
}

bool Trials::is_unreached(const std::string& condition) const {
  const std::vector<std::string> parts = contract::conjuncts_of(with_beside(condition));
  return std::ranges::any_of(unreached_, [&](const std::vector<std::string>& all) {
    return std::ranges::all_of(
        all, [&](const auto& part) { return std::ranges::find(parts, part) != parts.end(); });
  });
}

// Also where it was tried, and not decided in the usual time.
bool Trials::works_given_time(const std::string& condition, Reach reach) {
  tried_.erase({with_beside(condition), reach});
  insists_ = true;
  const bool found = works(condition, reach, true);
  insists_ = false;
  return found;
}

// What two elements of an array can keep may be too much for more.
bool Trials::leaves_contents(const std::string& text) {
  const auto statement = env_.hints.statement(env_.kernel, text);
  if (!statement || statement->contracts.empty()) return true;
  std::vector<core::Contract> all = env_.kernel.contracts;
  all.insert(all.end(), statement->contracts.begin(), statement->contracts.end());
  smt::Query query{asked_.name + ".hint", protocol::few_contents(env_.kernel, all), asked_.uniform};
  query.assertions.push_back(statement->condition);
  return ask(query).status != smt::Status::unsat;
}

// Of others nobody knows what they pass; what a call that is seen breaks, nobody relies on.
bool Trials::is_kept_by_calls(const std::string& text) {
  const auto statement = env_.hints.statement(env_.kernel, text);
  if (!statement || seen_calls().empty()) return true;
  std::vector<Expr> said = protocol::few_contents(env_.kernel, statement->contracts);
  said.push_back(statement->condition);
  return std::ranges::all_of(seen_calls(), [&](Expr call) {
    smt::Query query{asked_.name + ".hint", of_launch(said), asked_.uniform};
    query.assertions.push_back(call);
    return ask(query).status != smt::Status::unsat;
  });
}

const std::vector<Expr>& Trials::seen_calls() {
  if (seen_calls_) return *seen_calls_;
  seen_calls_.emplace();
  for (Expr call : env_.seen_calls)
    if (ask({asked_.name + ".hint", of_launch({call}), asked_.uniform}).status == smt::Status::sat)
      seen_calls_->push_back(call);
  return *seen_calls_;
}

// What findings of a kernel need is needed together: nobody keeps both "n <= 32" and
// "n % 256 == 0", but for no elements at all.
bool Trials::goes_with_others(const std::string& text) {
  if (may_clash_) return true;
  if (!others_) others_ = kept_together(env_);
  std::vector<std::string> all = *others_;
  if (all.empty() || std::ranges::find(all, text) != all.end()) return true;
  all.push_back(text);
  return may_be_kept_together(env_, all);
}

bool Trials::rules_out(const std::string& text, Reach reach) {
  const std::vector<Expr> facts = *facts_of(text);
  smt::Query query = question();
  query.assertions.insert(query.assertions.end(), facts.begin(), facts.end());
  query.assertions.push_back(asked_.broken);
  if (!is_enough(facts) && is_broken(query)) return false;
  query.assertions.pop_back();
  if (reach == Reach::blocks) query.assertions = of_any_block(facts);
  if (reach != Reach::narrows) return ask(query).status == smt::Status::sat;
  std::erase(query.assertions, asked_.way);
  query.assertions.push_back(asked_.happens);
  return is_reached(std::move(query), text);
}

// Does it imply, in each launch, what was shown to rule this out? Of sizes alone that is easily
// asked.
bool Trials::is_enough(const std::vector<Expr>& facts) {
  return !enough_.empty() && imply(facts, enough_);
}

bool Trials::implies(const std::string& text, const std::string& other) {
  const auto facts = facts_of(text), others = facts_of(other);
  return facts && others && imply(*facts, *others);
}

bool Trials::imply(const std::vector<Expr>& facts, const std::vector<Expr>& others) {
  smt::Query query{asked_.name + ".hint", of_launch(facts), asked_.uniform};
  query.assertions.push_back(env_.pool().logical_not(env_.pool().all(others)));
  return ask(query).status == smt::Status::unsat;
}

// Perhaps. What is so for any sizes is so for the host's: without products the question is easier,
// and mostly they say nothing of it.
bool Trials::is_broken(smt::Query query) {
  const std::vector<Expr> all = query.assertions;
  if (!products_.empty()) {
    std::erase_if(query.assertions,
                  [&](Expr e) { return std::ranges::find(products_, e) != products_.end(); });
    smt::Answer answer = ask(query);
    if (answer.status == smt::Status::unsat) return false;
    const bool is_model =
        answer.status == smt::Status::sat &&
        std::ranges::all_of(products_, [&](Expr fact) { return holds(answer.model, fact); });
    if (is_model) remember(std::move(answer));
    if (is_model) return true;
    longer_ = 1; // what is to be hoped for is gone
  }
  query.assertions = all;
  smt::Answer answer = ask(query);
  const bool is_unsat = answer.status == smt::Status::unsat;
  remember(std::move(answer));
  return !is_unsat;
}

// Threads come to both accesses; and where they meet within an array, not only in front of one:
// that is no place to be kept to.
bool Trials::is_reached(smt::Query query, const std::string& text) {
  const smt::Answer answer = ask(query);
  if (answer.status == smt::Status::unsat) unreached_.push_back(contract::conjuncts_of(text));
  if (answer.status != smt::Status::sat) return false;
  Pool& pool = env_.pool();
  bool is_within = true;
  for (Expr offset : asked_.offsets) {
    const Expr within = pool.ge(offset, pool.constant(0, offset->type));
    if (asked_.model->eval(pool, within) == 0) continue;
    query.assertions.push_back(within);
    is_within = is_within && answer.model.eval(pool, within) != 0;
  }
  return is_within || ask(query).status != smt::Status::unsat;
}

bool Trials::leaves_one_row(const std::string& text) {
  const bool is_bound = text.find(" <= ") != text.npos || text.find(" < ") != text.npos ||
                        (text.find(" == ") != text.npos && !says_multiple(text));
  const auto facts = facts_of(text);
  if (!is_bound || !facts) return false;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (candidates_.asks_for_block(axis) && !is_beyond_first(axis, *facts) &&
        is_beyond_first(axis, {}))
      return true;
  return false;
}

bool Trials::leaves_only_block(const std::string& text) {
  std::vector<std::string> blocks;
  for (const char axis : {'x', 'y', 'z'})
    blocks.push_back(std::string("gridDim.") + axis + " == 1");
  return implies(text, contract::joined(blocks));
}

// A small number of elements leaves small blocks where launches have a thread for each.
bool Trials::leaves_no_warp(const std::string& text) {
  if (text.find(" <= ") == text.npos || text.find("Dim.") != text.npos) return false;
  const auto facts = facts_of(text);
  return facts && !may_be_in_warp(*facts) && may_be_in_warp({});
}

// May those that come there be in a block that has a warp?
bool Trials::may_be_in_warp(const std::vector<Expr>& facts) {
  Pool& pool = env_.pool();
  smt::Query query = reaching(facts);
  const auto& [x, y, z] = env_.kernel.block_dim;
  const Expr threads =
      pool.mul(pool.mul(pool.symbol_ref(x), pool.symbol_ref(y)), pool.symbol_ref(z));
  query.assertions.push_back(pool.ge(threads, pool.constant(warp_size, threads->type)));
  return ask(query).status != smt::Status::unsat;
}

bool Trials::leaves_one_block(const std::string& text) {
  if (!says_multiple(text) || text.find("blockDim.") == text.npos) return false;
  const auto facts = facts_of(text);
  if (!facts) return false;
  Pool& pool = env_.pool();
  smt::Query query{asked_.name + ".hint", of_launch(*facts), asked_.uniform};
  const smt::Answer first = ask(query);
  if (first.status != smt::Status::sat) return false;
  Expr other = pool.boolean(false);
  for (const SymbolId axis : env_.kernel.block_dim) {
    const Expr size = pool.symbol_ref(axis);
    const auto it = first.model.values.find(size);
    if (it != first.model.values.end())
      other = pool.logical_or(other, pool.ne(size, pool.constant(it->second, size->type)));
  }
  query.assertions.push_back(other);
  return !is_false(other) && ask(query).status == smt::Status::unsat;
}

smt::Query Trials::reaching(const std::vector<Expr>& facts) const {
  smt::Query query = question();
  std::erase(query.assertions, asked_.way);
  query.assertions.insert(query.assertions.end(), facts.begin(), facts.end());
  query.assertions.push_back(asked_.happens);
  return query;
}

// May one of the threads that come there be in another row than the first?
bool Trials::is_beyond_first(std::size_t axis, const std::vector<Expr>& facts) {
  Pool& pool = env_.pool();
  smt::Query query = reaching(facts);
  Expr beyond = pool.boolean(false);
  for (const std::array<Expr, 3>& block : asked_.blocks)
    beyond = pool.logical_or(beyond, pool.gt(block[axis], pool.constant(0, block[axis]->type)));
  query.assertions.push_back(beyond);
  return ask(query).status != smt::Status::unsat;
}

// With what is said of launches.
std::vector<Expr> Trials::of_launch(std::vector<Expr> facts) const {
  for (const core::Assumption& a : env_.kernel.assumptions)
    facts.push_back(a.cond);
  return facts;
}

// Where no two blocks are meant. A single thread in all is no launch of any kernel that lets
// threads meet, but where launches have blocks of one.
std::vector<Expr> Trials::of_any_block(std::vector<Expr> facts) const {
  Pool& pool = env_.pool();
  facts = of_launch(std::move(facts));
  const bool has_one_thread = std::ranges::all_of(env_.kernel.block_dim, [&](SymbolId dim) {
    return interval(pool, pool.symbol_ref(dim)).high == std::optional<std::int64_t>(1);
  });
  if (has_one_thread) return facts;
  Expr several = pool.boolean(false);
  for (const auto* dims : {&env_.kernel.block_dim, &env_.kernel.grid_dim})
    for (const SymbolId dim : *dims) {
      const Expr size = pool.symbol_ref(dim);
      several = pool.logical_or(several, pool.gt(size, pool.constant(1, size->type)));
    }
  facts.push_back(several);
  return facts;
}

void Trials::remember(smt::Answer answer) {
  if (answer.status == smt::Status::sat && models_.size() < most_models)
    models_.push_back(std::move(answer.model));
}

smt::Answer Trials::ask(const smt::Query& query) {
  const double whole = is_patient_ ? for_signs : longer_ * seconds(share_per_try, seconds_per_try);
  const smt::Limits limits{whole, env_.ctx.options.memory_mb, true};
  smt::Answer answer = smt::solve(env_.pool(), query, limits);
  env_.statistics.answer(answer);
  spent_ += answer.seconds;
  env_.hints.seconds += answer.seconds;
  return answer;
}

bool Trials::is_out_of_time() const {
  if (is_patient_) return env_.hints.patience + spent_ > signs_of_kernel;
  return spent_ > seconds(share_of_search(), seconds_in_all) || is_kernel_out_of_time();
}

double Trials::share_of_search() const {
  if (has_worked_) return share_in_all;
  return env_.hints.were_sought_in_vain ? share_once_more : share_of_vain;
}

void Trials::note_if_in_vain() const {
  if (!has_worked_ && spent_ > seconds(share_of_vain, seconds_in_all))
    env_.hints.were_sought_in_vain = true;
}

bool Trials::is_kernel_out_of_time() const {
  return env_.hints.seconds >
         seconds(env_.has_bug ? share_of_bug : share_of_kernel, seconds_of_kernel);
}

double Trials::seconds(double share, double usual) const {
  const double whole = env_.ctx.options.timeout_seconds;
  const double longer = std::max(1.0, whole / Options{}.timeout_seconds);
  return (env_.ctx.options.infer_requires ? patience : 1) * std::min(share * whole, longer * usual);
}

} // namespace heddle::check
