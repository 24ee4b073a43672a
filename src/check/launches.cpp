#include "check/launches.hpp"

#include "check/collect.hpp"
#include "check/requires.hpp"
#include "core/content.hpp"
#include "support/time_limit.hpp"

#include <algorithm>
#include <chrono>

namespace heddle::check {

namespace {

using Clock = std::chrono::steady_clock;

// Time after which no other launch of the kernel is begun, in time-outs.
constexpr double launch_budget = 8;

double seconds_since(Clock::time_point start) { return Seconds(Clock::now() - start).count(); }

bool from_launch(const core::Assumption& a) { return a.origin.starts_with(cuda::from_launch); }

void list_assumptions(const core::Kernel& kernel, bool (*listed)(const core::Assumption&),
                      Severity severity, std::string text, Ctx& ctx) {
  Loc loc = kernel.loc;
  for (const core::Assumption& a : kernel.assumptions) {
    if (!listed(a)) continue;
    text += "\n  " + a.text + (a.origin.empty() ? "" : " (" + a.origin + ")");
    if (a.loc && a.loc.file == kernel.loc.file) loc = a.loc;
  }
  ctx.report(severity, loc, std::move(text));
}

void report_contradiction(const core::Kernel& kernel, Ctx& ctx) {
  list_assumptions(
      kernel, [](const core::Assumption&) { return true; }, Severity::error,
      "the assumptions of kernel '" + kernel.name + "' contradict each other:", ctx);
}

void report_left_out(const core::Kernel& kernel, Ctx& ctx) {
  list_assumptions(kernel, from_launch, Severity::note,
                   "what launches of kernel '" + kernel.name +
                       "' say is left out, because it contradicts itself or other assumptions:",
                   ctx);
}

core::Kernel lowered_by(const std::function<core::Kernel()>& lower, const Spent& spent) {
  const Timed timer(*spent.statistics, "lower");
  spent.statistics->count("lowerings");
  return lower();
}

// What assert() says is assumed, unless a launch says otherwise: then it is checked.
std::optional<KernelResult> check_asserting(const core::Kernel& kernel,
                                            const std::function<core::Kernel()>& checking_asserts,
                                            Ctx& ctx, std::string& dump, Spent& spent) {
  auto checked = check_kernel(kernel, ctx, dump, spent);
  if (checked || !checking_asserts) return checked;
  return check_kernel(lowered_by(checking_asserts, spent), ctx, dump, spent);
}

// Where what launches say cannot be.
std::optional<KernelResult> check_without_launches(const cuda::LoweredKernel& lowered, Ctx& ctx,
                                                   std::string& dump, Spent& spent) {
  const bool launches = std::ranges::any_of(lowered.kernel.assumptions, from_launch);
  if (!launches || !lowered.without_launches) {
    report_contradiction(lowered.kernel, ctx);
    return std::nullopt;
  }
  const core::Kernel kernel = lowered_by(lowered.without_launches, spent);
  auto checked = check_kernel(kernel, ctx, dump, spent);
  if (checked) {
    report_left_out(lowered.kernel, ctx);
  } else {
    report_contradiction(kernel, ctx);
  }
  return checked;
}

// The time of the kernel is spent.
KernelResult not_checked(const core::Kernel& kernel, Loc loc, std::string reason, const Ctx& ctx) {
  KernelResult result;
  result.file = ctx.files.path(kernel.loc.file);
  result.kernel = kernel.name;
  result.unknowns.push_back({std::move(reason),
                             {ctx.files.path(loc.file), loc.line, loc.column},
                             std::string(ctx.files.line(loc.file, loc.line))});
  return result;
}

KernelResult not_launched(const core::Kernel& kernel, Loc loc, const Ctx& ctx) {
  return not_checked(kernel, loc, "this launch is not checked: the time for its kernel is spent",
                     ctx);
}

void add_all(std::vector<std::string>& to, const std::vector<std::string>& from) {
  for (const std::string& s : from)
    if (std::ranges::find(to, s) == to.end()) to.push_back(s);
}

void join_findings(std::vector<Finding>& to, std::vector<Finding> from) {
  for (Finding& f : from) {
    const auto same = std::ranges::find_if(to, [&](const Finding& k) {
      return k.severity == f.severity && k.status == f.status && same_places(k, f);
    });
    if (same == to.end()) {
      to.push_back(std::move(f));
    } else {
      join_suggestion(*same, f);
      add_all(same->launches, f.launches);
    }
  }
}

void join_unknowns(std::vector<Unknown>& to, std::vector<Unknown> from) {
  for (Unknown& u : from) {
    const auto same =
        std::ranges::find_if(to, [&](const Unknown& k) { return same_unknown(k, u); });
    if (same == to.end()) {
      to.push_back(std::move(u));
    } else {
      add_all(same->launches, u.launches);
    }
  }
}

// "n == 4 (launch at a, b)"; what some launches assume beside, with where.
std::vector<std::string> join_assumptions(const std::vector<LaunchResult>& launches) {
  const std::string origin = " (" + std::string(cuda::from_launch) + " ";
  struct Entry {
    std::string text;
    bool of_launch;
    std::size_t count;
    std::vector<std::string> places;
  };
  std::vector<Entry> entries;
  for (const LaunchResult& launch : launches)
    for (const std::string& a : launch.assumptions) {
      const std::size_t at = a.rfind(origin);
      const std::string text = a.substr(0, at);
      auto it = std::ranges::find_if(entries, [&](const Entry& e) {
        return e.text == text && e.of_launch == (at != std::string::npos);
      });
      if (it == entries.end()) it = entries.insert(it, {text, at != std::string::npos, 0, {}});
      ++it->count;
      add_all(it->places, launch.places);
    }
  std::vector<std::string> texts;
  for (const Entry& e : entries) {
    std::string places;
    for (const std::string& place : e.places)
      places += (places.empty() ? "" : ", ") + place;
    const bool everywhere = !e.of_launch && e.count == launches.size();
    texts.push_back(everywhere ? e.text : e.text + std::string(origin) + places + ")");
  }
  return texts;
}

} // namespace

KernelResult join_launches(std::vector<KernelResult> results) {
  KernelResult joined;
  joined.file = results.front().file;
  joined.kernel = results.front().kernel;
  joined.verdict = results.front().verdict;
  for (KernelResult& r : results) {
    for (LaunchResult& launch : r.launches) {
      for (Finding& f : r.findings)
        f.launches = launch.places;
      for (Unknown& u : r.unknowns)
        u.launches = launch.places;
      joined.launches.push_back(std::move(launch));
    }
    joined.verdict = join(joined.verdict, r.verdict);
    join_findings(joined.findings, std::move(r.findings));
    join_unknowns(joined.unknowns, std::move(r.unknowns));
    joined.stats.solver_calls += r.stats.solver_calls;
    joined.stats.peak_mb = std::max(joined.stats.peak_mb, r.stats.peak_mb);
  }
  std::ranges::stable_sort(joined.findings, {}, finding_rank);
  joined.assumptions = join_assumptions(joined.launches);
  return joined;
}

namespace {

std::optional<KernelResult> check_each(const cuda::LoweredKernel& lowered, Ctx& ctx,
                                       std::string& dump, Spent& spent) {
  const Stopwatch watch;
  std::optional<KernelResult> whole;
  // With assertions assumed, a launch that breaks one would hide behind the others.
  if (lowered.launches.empty() || !lowered.checking_asserts) {
    spent.only_if_verified = !lowered.launches.empty();
    whole = check_asserting(lowered.kernel, lowered.checking_asserts, ctx, dump, spent);
    // a warning may be of sizes that the launches have together, and none of them has
    if (whole && (lowered.launches.empty() ||
                  (whole->verdict == Verdict::verified && whole->findings.empty())))
      return whole;
    spent.only_if_verified = false;
  }
  std::vector<KernelResult> results;
  for (const cuda::LaunchGroup& group : lowered.launches) {
    const auto over = [&] { return std::optional(not_launched(lowered.kernel, group.loc, ctx)); };
    const auto check = [&] {
      const core::Kernel kernel = lowered_by(group.lower, spent);
      auto result = check_asserting(kernel, group.checking_asserts, ctx, dump, spent);
      if (!result) report_left_out(kernel, ctx);
      return result;
    };
    const bool is_late = watch.seconds() > launch_budget * ctx.options.timeout_seconds;
    std::optional<KernelResult> checked = is_late ? over() : within_time(check, over);
    if (!checked) continue;
    checked->launches = {{group.places, checked->verdict, std::move(checked->assumptions)}};
    results.push_back(std::move(*checked));
  }
  if (results.empty()) return check_without_launches(lowered, ctx, dump, spent);
  KernelResult joined = join_launches(std::move(results));
  if (whole && whole->verdict == Verdict::verified && joined.verdict != Verdict::verified)
    return whole; // it is proved, if not in the time for each
  if (whole) joined.stats.solver_calls += whole->stats.solver_calls;
  return joined;
}

// What is better than what there is already; nothing where the time is not enough.
template <class Check> std::optional<KernelResult> unless_over(const Check& check) {
  return within_time(check, [] { return std::optional<KernelResult>(); });
}

// Of a form of the kernel that there may be, and of one that there is.
std::string content_of(const std::function<core::Kernel()>& lower, const SourceFiles& files) {
  return lower ? "+" + core::content_of(lower(), files) : "-";
}

} // namespace

std::string content_of(cuda::LoweredKernel& lowered, const SourceFiles& files) {
  auto& [kernel, lower, launches, checking_asserts, without_launches, without_calls, seen_calls] =
      lowered;
  std::string all = core::content_of(kernel, files) + content_of(checking_asserts, files);
  for (const cuda::LaunchGroup& group : launches) {
    const auto& [places, loc, lower_group, asserting] = group;
    for (const std::string& place : places)
      all += place + '\n';
    all += files.describe(loc) + '\n' + std::string(files.line(loc.file, loc.line)) + '\n' +
           content_of(lower_group, files) + content_of(asserting, files);
  }
  all += content_of(without_launches, files) + content_of(without_calls, files);
  for (const Expr call : seen_calls)
    all += to_string(*kernel.pool, call) + '\n';
  kernel = lower();
  return all;
}

std::optional<KernelResult> check_forms(const cuda::LoweredKernel& lowered, Ctx& ctx,
                                        std::string& dump, Spent& spent) {
  const RulesOf rules(*spent.statistics);
  auto checked = check_each(lowered, ctx, dump, spent);
  if (checked && checked->verdict == Verdict::unknown && lowered.without_calls) {
    // Constants of the callers may make questions harder than any values: x * x for x in a list.
    std::string other_dump;
    auto open = unless_over([&] {
      return check_asserting(lowered_by(lowered.without_calls, spent), {}, ctx, other_dump, spent);
    });
    if (open && open->verdict == Verdict::verified) checked = std::move(open);
  }
  return checked;
}

std::optional<KernelResult> check_launches(const cuda::LoweredKernel& lowered, Ctx& ctx,
                                           std::string& dump,
                                           std::shared_ptr<Experience> experience) {
  const auto start = Clock::now();
  const TimeLimit limit(ctx.options.kernel_seconds);
  const TimeLimit::Scope scope(&limit);
  Spent spent{.seen_calls = lowered.seen_calls, .experience = std::move(experience)};
  spent.statistics->count("lowerings"); // as the file was read
  auto checked = within_time(
      [&] { return check_forms(lowered, ctx, dump, spent); },
      [&] {
        return std::optional(not_checked(lowered.kernel, lowered.kernel.loc, time_is_spent, ctx));
      });
  if (!checked) return checked;
  if (ctx.options.infer_requires && checked->verdict == Verdict::refuted)
    if (auto under = unless_over([&] { return infer_requires(lowered, *checked, ctx, spent); }))
      checked = std::move(under);
  checked->stats.seconds = seconds_since(start);
  spent.statistics->tell(checked->stats);
  return checked;
}

} // namespace heddle::check
