#include "cuda/front_end.hpp"

#include "cuda/contract/assumptions.hpp"
#include "cuda/launch/elsewhere.hpp"
#include "cuda/launch/launch.hpp"
#include "cuda/lower/lower.hpp"
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/constants.hpp"
#include "cuda/parse/given_text.hpp"
#include "cuda/parse/unit.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

bool selected(const KernelCode& kernel, const std::vector<std::string>& wanted) {
  const std::string plain = kernel.name.substr(0, kernel.name.find('<'));
  return wanted.empty() || std::ranges::any_of(wanted, [&](const std::string& w) {
           return without_spaces(w) == without_spaces(kernel.name) || w == plain ||
                  w == kernel.scope + plain;
         });
}

// What names of the file are worth in conditions of options.
contract::Constants constants_of(const Unit& unit, Pool& pool) {
  return [&unit, &pool](const std::string& name) -> contract::Meaning {
    const auto value = constant(unit, name);
    if (!value) return contract::NoName{};
    return pool.constant(value->value, value->type);
  };
}

using Lower = std::function<core::Kernel()>;

Lower assuming(Lower kernel, const std::vector<core::Assumption>& asserted) {
  return [kernel = std::move(kernel), asserted] {
    core::Kernel k = kernel();
    k.assumptions.insert(k.assumptions.end(), asserted.begin(), asserted.end());
    return k;
  };
}

// What assert() says of launches is assumed, unless a launch breaks it: then it is checked.
LoweredKernel assuming(LoweredKernel lowered, const std::vector<core::Assumption>& asserted) {
  if (asserted.empty()) return lowered;
  // made again each time: what is known of symbols by one set of assumptions is not so by another
  lowered.checking_asserts = lowered.lower;
  lowered.lower = assuming(std::move(lowered.lower), asserted);
  lowered.kernel = lowered.lower();
  for (LaunchGroup& group : lowered.launches) {
    group.checking_asserts = group.lower;
    group.lower = assuming(std::move(group.lower), asserted);
  }
  if (lowered.without_launches)
    lowered.without_launches = assuming(std::move(lowered.without_launches), asserted);
  return lowered;
}

} // namespace

std::vector<LoweredKernel> read_kernels(const std::string& path, Ctx& ctx, std::string& dump,
                                        const std::optional<std::string>& text) {
  std::vector<LoweredKernel> kernels;
  const auto conditions = contract::option_conditions(ctx);
  std::vector<contract::Outcomes> outcomes;
  const LaunchesElsewhere elsewhere(path, text, ctx);
  const std::vector<Input> read_before = ctx.inputs;
  parse_text(path, text, ctx, [&](Unit& unit) {
    prepare(unit);
    if (ctx.options.dump == "ir") dump += to_text(unit);
    const Launches own =
        ctx.options.use_launches ? find_launches(unit, elsewhere.pool()) : Launches{};
    for (KernelCode& code : unit.kernels) {
      if (!selected(code, ctx.options.kernels)) continue;
      const std::optional<Launches> others = elsewhere.of(code, own);
      const Launches& launches = others ? *others : own;
      Lowered lowered = lower(unit, code, attributes_of(code, launches));
      core::Kernel& kernel = lowered.kernel;
      for (const Assumed& assumed : code.assumed)
        kernel.assumptions.push_back(
            {kernel.pool->boolean(true), assumed.text, assumed.origin, code.loc});
      if (code.is_guess && kernel.doubt.empty())
        kernel.doubt = "nothing names this instance, whose template arguments are chosen";
      contract::fix_parameters(kernel, ctx.options);
      outcomes.push_back(
          contract::assume_conditions(kernel, conditions, constants_of(unit, *kernel.pool)));
      kernels.push_back(assuming(apply(std::move(kernel), code, launches, unit), lowered.asserted));
    }
  });
  ctx.inputs.insert(ctx.inputs.end(), read_before.begin(), read_before.end());
  std::vector<contract::AppliedKernel> applied;
  for (std::size_t i = 0; i < kernels.size(); ++i)
    applied.push_back({&kernels[i].kernel, std::move(outcomes[i])});
  const std::size_t said = ctx.diagnostics.size();
  contract::report_options(applied, conditions, ctx);
  const auto is_read = [](const contract::OptionCondition& c) { return c.formula.has_value(); };
  ctx.options_fit = ctx.diagnostics.size() == said && std::ranges::all_of(conditions, is_read);
  return kernels;
}

std::optional<LoweredKernel> requiring(const LoweredKernel& lowered, const std::string& condition) {
  const auto parsed = contract::parse_contract(condition);
  const auto* formula = std::get_if<contract::Formula>(&parsed);
  if (!formula) return std::nullopt;
  const auto add = [formula = *formula, condition](core::Kernel& kernel) {
    return contract::assume(kernel, formula, {}, contract::Reading::mathematical,
                            {condition, inferred, kernel.loc});
  };
  if (core::Kernel tried = lowered.kernel; add(tried)) return std::nullopt;
  const auto with = [&](const Lower& lower) -> Lower {
    if (!lower) return {};
    return [lower, add] {
      core::Kernel kernel = lower();
      add(kernel);
      return kernel;
    };
  };
  LoweredKernel result{lowered.kernel,
                       with(lowered.lower),
                       {},
                       with(lowered.checking_asserts),
                       with(lowered.without_launches),
                       with(lowered.without_calls),
                       lowered.seen_calls};
  for (const LaunchGroup& group : lowered.launches)
    result.launches.push_back(
        {group.places, group.loc, with(group.lower), with(group.checking_asserts)});
  result.kernel = result.lower();
  return result;
}

} // namespace heddle::cuda
