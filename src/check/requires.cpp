#include "check/requires.hpp"

#include "check/launches.hpp"
#include "check/witness/candidates.hpp"
#include "cuda/contract/conjunction.hpp"
#include "support/clock.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace heddle::check {

namespace {

// What the first conditions rule out may hide what others are needed for.
constexpr int most_rounds = 4;
constexpr std::size_t most_conditions = 8, most_powers = 3;
// Time after which no other check of the kernel is begun, in time-outs.
constexpr double budget = 8;

bool refutes(const Finding& f) { return f.severity == FindingSeverity::error; }
bool is_shown(const Finding& f) { return refutes(f) && f.status == FindingStatus::confirmed; }

class Inference {
public:
  Inference(const cuda::LoweredKernel& lowered, const KernelResult& refuted, Ctx& ctx, Spent& spent)
      : lowered_(lowered), refuted_(refuted), ctx_(ctx), spent_(spent) {}

  std::optional<KernelResult> run() {
    if (std::ranges::none_of(refuted_.findings, is_shown)) return std::nullopt;
    std::optional<KernelResult> result = refuted_;
    for (int round = 0; round < most_rounds && !is_out_of_time(); ++round) {
      if (!add_suggestions(*result)) break;
      result = check(conditions_, true);
      if (!result || result->verdict == Verdict::unknown) return std::nullopt;
      if (result->verdict == Verdict::verified) return weakened(*std::move(result));
    }
    return with_power(*result);
  }

private:
  // What halves or doubles from a power of two on is known only where the whole kernel is looked at
  // again.
  std::optional<KernelResult> with_power(const KernelResult& result) {
    std::set<std::string> tried;
    for (const Finding& f : result.findings)
      for (const auto& [name, value] : f.witness) {
        const bool is_one = value <= 0 || (value & (value - 1)) == 0; // it would not rule it out
        if (!is_shown(f) || !f.suggestion.empty() || is_one || name.starts_with("gridDim") ||
            tried.size() >= most_powers || is_out_of_time() || !tried.insert(name).second)
          continue;
        conditions_.push_back("(" + name + " & (" + name + " - 1)) == 0");
        auto under = check(conditions_, false);
        if (under && under->verdict == Verdict::verified) return weakened(*std::move(under));
        conditions_.pop_back();
      }
    return std::nullopt;
  }

  // Is there any that is new?
  bool add_suggestions(const KernelResult& result) {
    const std::size_t before = conditions_.size();
    for (const Finding& f : result.findings) {
      if (!refutes(f) || f.suggestion.empty()) continue;
      for (std::string& one : contract::conjuncts_of(f.suggestion))
        if (std::ranges::find(conditions_, one) == conditions_.end())
          conditions_.push_back(std::move(one));
    }
    return conditions_.size() > before && conditions_.size() <= most_conditions &&
           !is_crowded(conditions_);
  }

  // What is not needed is left out; of the rest it is shown why.
  KernelResult weakened(KernelResult result) {
    Precondition found;
    for (std::size_t i = 0; i < conditions_.size();) {
      const auto without = this->without(i);
      if (without && without->verdict == Verdict::verified) {
        conditions_.erase(conditions_.begin() + static_cast<std::ptrdiff_t>(i));
        result = *without;
        continue;
      }
      found.conditions.push_back({conditions_[i++], without && show(*without, found)});
    }
    found.text = contract::joined(conditions_);
    result.precondition = std::move(found);
    return result;
  }

  std::optional<KernelResult> without(std::size_t condition) {
    std::vector<std::string> others = conditions_;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(condition));
    if (others.empty()) return refuted_;
    return is_out_of_time() ? std::nullopt : check(others, false);
  }

  static bool show(const KernelResult& without, Precondition& found) {
    const auto finding = std::ranges::find_if(without.findings, is_shown);
    if (finding == without.findings.end()) return false;
    found.without.push_back(*finding);
    found.without.back().suggestion.clear();
    return true;
  }

  // Nothing: a launch breaks it, or it says nothing of the kernel.
  std::optional<KernelResult> check(const std::vector<std::string>& conditions, bool suggests) {
    const auto under = cuda::requiring(lowered_, contract::joined(conditions));
    if (!under) return std::nullopt;
    const std::size_t said = ctx_.diagnostics.size();
    Spent spent{.seen_calls = lowered_.seen_calls, .statistics = spent_.statistics};
    if (!suggests) spent.hints = std::numeric_limits<double>::max();
    std::optional<KernelResult> result;
    std::string dump;
    if (is_kept_by_launches(*under, spent)) {
      static_cast<void>(under->lower()); // the forms share bounds
      result = check_forms(*under, ctx_, dump, spent);
    }
    ctx_.diagnostics.resize(said);
    return result;
  }

  bool is_kept_by_launches(const cuda::LoweredKernel& under, Spent& spent) {
    if (!may_be_launched(under.kernel, ctx_, spent)) return false;
    const auto is_broken_by = [&](Expr call) {
      return may_be_launched(lowered_.kernel, ctx_, spent, {call}) &&
             !may_be_launched(under.kernel, ctx_, spent, {call});
    };
    if (std::ranges::any_of(lowered_.seen_calls, is_broken_by)) return false;
    return std::ranges::all_of(under.launches, [&](const cuda::LaunchGroup& group) {
      return may_be_launched(group.lower(), ctx_, spent);
    });
  }

  bool is_out_of_time() const { return watch_.seconds() > budget * ctx_.options.timeout_seconds; }

  const cuda::LoweredKernel& lowered_;
  const KernelResult& refuted_;
  Ctx& ctx_;
  Spent& spent_;
  std::vector<std::string> conditions_;
  const Stopwatch watch_;
};

} // namespace

std::optional<KernelResult> infer_requires(const cuda::LoweredKernel& lowered,
                                           const KernelResult& refuted, Ctx& ctx, Spent& spent) {
  return Inference(lowered, refuted, ctx, spent).run();
}

} // namespace heddle::check
