// Launches as assumptions of a kernel: which say the same, and what all of them say.
#include "core/visit.hpp"
#include "cuda/launch/failing.hpp"
#include "cuda/launch/relations.hpp"
#include "cuda/launch/seen_calls.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr std::size_t max_launch_groups = 8;

std::string text_of(const LaunchCase& c) {
  std::string text = c.place;
  for (std::size_t i = 0; i < c.calls.size(); ++i) {
    text += i == 0 ? " called at " : " and ";
    if (i == 3) return text + std::to_string(c.calls.size() - i) + " more";
    text += c.calls[i];
  }
  return text;
}

} // namespace

std::string describe(const std::vector<KnownLaunch>& launches) {
  std::string text;
  for (const KnownLaunch& launch : launches) {
    const std::string one = text_of(launch.data);
    if (text.find(one) == std::string::npos)
      text += (text.empty() ? std::string(from_launch) + " " : ", ") + one;
  }
  return text;
}

KernelAttributes attributes_of(const KernelCode& code, const Launches& launches) {
  KernelAttributes all;
  const auto it =
      code.decl ? launches.kernels.find(code.decl->getCanonicalDecl()) : launches.kernels.end();
  if (it == launches.kernels.end() || it->second.cases.empty()) return all;
  const std::vector<LaunchCase>& cases = it->second.cases;
  std::vector<KnownLaunch> known, early;
  for (const LaunchCase& c : cases) {
    known.push_back({c, {}});
    if (c.attributes.early) early.push_back({c, {}});
  }
  all.loc = cases.front().loc;
  const auto& shape = cases.front().attributes.cluster;
  if (std::ranges::all_of(cases,
                          [&](const LaunchCase& c) { return c.attributes.cluster == shape; })) {
    all.cluster = shape;
    all.cluster_origin = describe(known);
  }
  all.early = !early.empty();
  all.early_origin = describe(early);
  return all;
}

namespace {

struct LaunchClass {
  std::vector<KnownLaunch> launches;
  bool impossible = false;
  bool fails = false; // whoever comes to it
};

// All that is taken from one launch: launches with the same text are one to the kernel.
std::string signature(const core::Kernel& kernel, const KnownLaunch& launch) {
  std::string s;
  const auto number = [&](Expr e) {
    s += e && e->op == Op::constant ? std::to_string(e->value) + "," : "?,";
  };
  for (const auto* d : {&launch.data.grid, &launch.data.block}) {
    s += *d ? "" : "any";
    if (*d)
      for (Expr e : **d)
        number(e);
    s += ";";
  }
  for (const PassedValue& p : launch.data.passed) {
    if (p.base) continue;
    s += p.name + (p.is_null ? "=null" : "=");
    number(p.integer);
  }
  for (const auto& [a, b] : aliases_of(kernel, launch.data))
    s += std::to_string(a) + "=" + std::to_string(b) + ",";
  for (const Distance& d : distances_of(kernel, launch.data))
    s += std::to_string(d.from) + "+" + std::to_string(d.bytes) +
         (d.count ? "+" + to_string(*kernel.pool, d.count) : "") + ">" + std::to_string(d.to) + ",";
  std::vector<Expr> facts;
  for (const LaunchFact& f : launch.facts)
    facts.push_back(f.cond);
  const OpenAxes& open = launch.data.open;
  return s + (launch.data.is_launch ? "" : "named") + std::to_string(open.grid) + "," +
         std::to_string(open.block) + host_text(*kernel.pool, facts);
}

std::vector<LaunchClass> classify(const core::Kernel& kernel, const std::vector<LaunchCase>& cases,
                                  const contract::LaunchBounds& bounds, const Options& options) {
  std::vector<LaunchClass> classes;
  std::map<std::string, std::size_t> known;
  for (const LaunchCase& c : cases) {
    LaunchFacts facts = launch_facts(kernel, c, options);
    KnownLaunch launch{c, std::move(facts.facts)};
    const std::string text = facts.impossible ? "never" : signature(kernel, launch);
    const auto [it, is_new] = known.try_emplace(text, classes.size());
    const bool fails = !facts.impossible && !why_failing(c, bounds, options).empty();
    if (is_new) classes.push_back({{}, facts.impossible || fails, fails});
    classes[it->second].launches.push_back(std::move(launch));
  }
  return classes;
}

// A kernel for any sizes and arguments, and what makes others of it.
struct Lowered {
  std::shared_ptr<const core::Kernel> base;
  std::vector<Limits> limits; // of its symbols, before any launch
  contract::LaunchBounds bounds;
  Options options;
  std::vector<KnownLaunch> all; // for aliases, which take nothing for granted

  core::Kernel with(const std::vector<KnownLaunch>& launches,
                    const std::vector<KnownLaunch>& aliasing) const {
    core::Kernel kernel = *base;
    for (const Limits& l : limits)
      kernel.pool->fix_symbol(l.symbol, l.low, l.high);
    add_launches(kernel, launches, aliasing, bounds, options);
    return kernel;
  }
};

std::vector<Limits> limits_of(const core::Kernel& kernel) {
  std::vector<Limits> all;
  const auto add = [&](SymbolId id) {
    const Symbol& s = kernel.pool->symbol(id);
    const Interval range = type_range(s.type);
    all.push_back({id, s.low.value_or(range.low.value_or(INT64_MIN)),
                   s.high.value_or(range.high.value_or(INT64_MAX))});
  };
  for (const auto* symbols :
       {&kernel.block_dim, &kernel.grid_dim, &kernel.thread_index, &kernel.block_index})
    for (SymbolId id : *symbols)
      add(id);
  for (const core::Parameter& p : kernel.params)
    if (p.symbol && kernel.pool->symbol(*p.symbol).type.is_int()) add(*p.symbol);
  return all;
}

// Members that two classes of one object have under the same name are not told apart.
void drop_ambiguous(const core::Kernel& kernel, LaunchCase& launch) {
  std::map<std::string, unsigned> named, passed;
  for (const core::Parameter& p : kernel.params)
    ++named[p.name];
  for (const PassedValue& v : launch.passed)
    ++passed[v.name];
  std::erase_if(launch.passed,
                [&](const PassedValue& v) { return named[v.name] > 1 || passed[v.name] > 1; });
}

std::vector<KnownLaunch> known_launches(core::Kernel& kernel, const std::vector<LaunchCase>& cases,
                                        const contract::LaunchBounds& bounds, PoolCopy& copy,
                                        const Options& options) {
  std::vector<KnownLaunch> known;
  for (const LaunchCase& c : cases) {
    LaunchCase own = copy(c);
    drop_ambiguous(kernel, own);
    count_clusters(bounds, *kernel.pool, own);
    LaunchFacts facts = launch_facts(kernel, own, options);
    known.push_back({std::move(own), std::move(facts.facts)});
  }
  return known;
}

void report_failing(const std::string& name, const LaunchClass& launches, bool is_taken,
                    const contract::LaunchBounds& bounds, Ctx& ctx) {
  std::set<Loc> told; // calls from several places come to one launch
  for (const KnownLaunch& launch : launches.launches)
    if (told.insert(launch.data.loc).second)
      ctx.report(Severity::warning, launch.data.loc,
                 "this launch of kernel '" + name + "' fails, and is " +
                     (is_taken ? "taken with sizes that do not: " : "left out: ") +
                     why_failing(launch.data, bounds, ctx.options));
}

// What the user asks for is checked all the same.
void report_option(const std::string& name, const contract::LaunchBounds& bounds, Ctx& ctx) {
  const auto& option = ctx.options.block;
  const auto limit = own_limit(bounds);
  if (!option || option->symbolic || !limit) return;
  const auto& [x, y, z] = option->value;
  if (is_impossible_block({x, y, z}, bounds))
    ctx.report(Severity::note, bounds.loc,
               "__launch_bounds__ of kernel '" + name + "' allows at most " +
                   std::to_string(*limit) + " threads: a launch with the given block fails");
}

void report_impossible(const std::string& name, const std::vector<LaunchClass>& classes,
                       bool are_mended, const contract::LaunchBounds& bounds, Ctx& ctx) {
  const bool all = std::ranges::all_of(classes, &LaunchClass::impossible);
  for (const LaunchClass& c : classes)
    if (c.fails)
      report_failing(name, c, are_mended, bounds, ctx);
    else if (c.impossible)
      for (const KnownLaunch& launch : c.launches)
        ctx.report(
            Severity::note, launch.data.loc,
            all ? "no call that is seen comes to this launch of kernel '" + name +
                      "', or other assumptions exclude it: taken as of any caller"
                : "this launch of kernel '" + name +
                      "' is left out: what the host says of it, or other assumptions, exclude it");
}

// Where no call of the file comes to a launch (`if (size == 16) k<16><<<..>>>` with 32 passed
// everywhere) it stands for callers elsewhere: what those that are there say is not of them.
std::vector<KnownLaunch> by_others(const core::Kernel& kernel, std::vector<KnownLaunch> open,
                                   const Options& options) {
  std::erase_if(open, [&](const KnownLaunch& launch) {
    return launch_facts(kernel, launch.data, options).impossible;
  });
  return open;
}

// Where all launches fail, and nobody else comes there, what they say beside the sizes is meant.
std::vector<LaunchClass> mended(const core::Kernel& kernel, const std::vector<LaunchClass>& classes,
                                const contract::LaunchBounds& bounds, const Options& options) {
  std::vector<LaunchCase> meant;
  for (const LaunchClass& c : classes)
    for (const KnownLaunch& launch : c.launches)
      meant.push_back(c.fails ? with_other_sizes(launch.data, bounds, options) : launch.data);
  return classify(kernel, meant, bounds, options);
}

// Launches that are told apart: those that may happen, where there are several kinds of them.
std::vector<std::vector<KnownLaunch>> groups_of(const std::vector<LaunchClass>& classes) {
  std::vector<std::vector<KnownLaunch>> groups;
  for (const LaunchClass& c : classes) {
    if (c.impossible) continue;
    if (groups.size() < max_launch_groups)
      groups.push_back(c.launches);
    else
      groups.back().insert(groups.back().end(), c.launches.begin(), c.launches.end());
  }
  if (groups.size() < 2) groups.clear();
  return groups;
}

} // namespace

LoweredKernel apply(core::Kernel kernel, const KernelCode& code, const Launches& launches,
                    Unit& unit) {
  Ctx& ctx = unit.ctx;
  auto lowered = std::make_shared<Lowered>();
  lowered->bounds = bounds_of(code, unit);
  lowered->options = ctx.options;
  lowered->limits = limits_of(kernel);
  const auto it =
      code.decl ? launches.kernels.find(code.decl->getCanonicalDecl()) : launches.kernels.end();
  KernelLaunches own =
      it == launches.kernels.end() || !ctx.options.use_launches ? KernelLaunches{} : it->second;
  PoolCopy copy(*kernel.pool, *launches.pool);
  std::vector<KnownLaunch> open =
      known_launches(kernel, own.open, lowered->bounds, copy, ctx.options);
  std::erase_if(open, [&](const KnownLaunch& launch) {
    return !why_failing(launch.data, lowered->bounds, ctx.options).empty();
  });
  std::vector<Expr> seen = seen_calls(
      kernel, known_launches(kernel, own.seen, lowered->bounds, copy, ctx.options), ctx.options);
  std::vector<LaunchCase> cases;
  for (const LaunchCase& c : own.cases) {
    cases.push_back(copy(c));
    drop_ambiguous(kernel, cases.back());
    count_clusters(lowered->bounds, *kernel.pool, cases.back());
  }
  std::vector<LaunchClass> classes = classify(kernel, cases, lowered->bounds, ctx.options);
  const bool are_mended = std::ranges::all_of(classes, &LaunchClass::impossible) &&
                          by_others(kernel, open, ctx.options).empty();
  report_impossible(code.name, classes, are_mended, lowered->bounds, ctx);
  if (are_mended) classes = mended(kernel, classes, lowered->bounds, ctx.options);
  report_option(code.name, lowered->bounds, ctx);
  std::vector<KnownLaunch> possible;
  for (const LaunchClass& c : classes) {
    lowered->all.insert(lowered->all.end(), c.launches.begin(), c.launches.end());
    if (!c.impossible) possible.insert(possible.end(), c.launches.begin(), c.launches.end());
  }
  if (possible.empty()) {
    possible = by_others(kernel, open, ctx.options);
    lowered->all.insert(lowered->all.end(), possible.begin(), possible.end());
  }
  // in the order of the file
  std::ranges::stable_sort(possible, {}, [](const KnownLaunch& l) { return l.data.loc; });
  lowered->base = std::make_shared<const core::Kernel>(std::move(kernel));
  LoweredKernel result;
  result.seen_calls = std::move(seen);
  for (const std::vector<KnownLaunch>& group : groups_of(classes)) {
    LaunchGroup g;
    for (const KnownLaunch& launch : group)
      g.places.push_back(text_of(launch.data));
    g.loc = group.front().data.loc;
    g.lower = [lowered, group] { return lowered->with(group, group); };
    result.launches.push_back(std::move(g));
  }
  if (!own.cases.empty())
    result.without_launches = [lowered] { return lowered->with({}, lowered->all); };
  const bool by_calls =
      std::ranges::any_of(own.cases, [](const LaunchCase& c) { return !c.calls.empty(); });
  if (by_calls)
    result.without_calls = [lowered, open] {
      std::vector<KnownLaunch> aliasing = lowered->all; // the calls may pass one array twice
      aliasing.insert(aliasing.end(), open.begin(), open.end());
      return lowered->with(open, aliasing);
    };
  result.lower = [lowered, possible] { return lowered->with(possible, lowered->all); };
  result.kernel = result.lower();
  return result;
}

} // namespace heddle::cuda
