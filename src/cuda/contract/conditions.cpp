// --assume, and conditions in strings of the source.
#include "cuda/contract/assumptions.hpp"
#include "cuda/contract/quantified.hpp"
#include "support/cluster.hpp"
#include "support/tensor_map.hpp"

#include <algorithm>
#include <array>

namespace heddle::contract {

namespace {

constexpr std::int64_t warp_size = 32;

Meaning geometry(const core::Kernel& kernel, const std::string& path) {
  struct Triple {
    const char* name;
    const std::array<SymbolId, 3>& symbols;
    const char* differs; // between whom
  };
  for (const auto& [name, symbols, differs] :
       {Triple{"blockDim", kernel.block_dim, nullptr}, Triple{"gridDim", kernel.grid_dim, nullptr},
        Triple{"threadIdx", kernel.thread_index, "threads"},
        Triple{"blockIdx", kernel.block_index, "blocks"}}) {
    const std::size_t length = std::string_view(name).size();
    if (!path.starts_with(name) || (path.size() > length && path[length] != '.')) continue;
    if (differs) return NoName{"'" + path + "' differs between " + differs};
    const std::string axis = path.substr(std::min(path.size(), length + 1));
    if (axis.size() != 1 || axis[0] < 'x' || axis[0] > 'z')
      return NoName{"'" + path + "' is no number; " + name + ".x is one"};
    return kernel.pool->symbol_ref(symbols[static_cast<std::size_t>(axis[0] - 'x')]);
  }
  return NoName{};
}

// The same in the whole grid?
bool is_launch_constant(const Pool& pool, Expr e) {
  return std::ranges::all_of(atoms(e), [&](Expr x) {
    if (x->op != Op::symbol) return true;
    const Role role = pool.symbol(x).role;
    return role == Role::parameter || role == Role::block_dim || role == Role::grid_dim;
  });
}

// Axes that are named are open, also where the rest is not understood.
void mention_dimensions(core::Kernel& kernel, const Formula& formula) {
  for (NodeId i = 0; i < formula.nodes.size(); ++i) {
    const auto* member = std::get_if<Member>(&formula.nodes[i].form);
    if (!member || member->name.size() != 1 || member->name[0] < 'x' || member->name[0] > 'z')
      continue;
    const auto bit = static_cast<std::uint8_t>(1U << (member->name[0] - 'x'));
    const auto of = plain_path(formula, member->of);
    if (of == "blockDim" || of == "threadIdx") kernel.block_axes |= bit;
    if (of == "gridDim" || of == "blockIdx") kernel.grid_axes |= bit;
  }
}

// Reports quote the line: every text is a file of its own.
std::uint32_t file_of(const std::string& text, std::size_t index, Ctx& ctx) {
  const std::string number = index == 0 ? "" : " (" + std::to_string(index + 1) + ")";
  return ctx.files.add("--assume" + number, text);
}

Loc place(const OptionCondition& condition, std::uint32_t column) {
  Loc loc{condition.file, 1, column};
  for (std::size_t i = 0; i + 1 < column && i < condition.text.size(); ++i)
    if (condition.text[i] == '\n') {
      ++loc.line;
      loc.column = column - static_cast<std::uint32_t>(i) - 1;
    }
  return loc;
}

// Of several kernels, one that has all the names can say most.
const NotUnderstood* best_reason(std::span<const AppliedKernel> kernels, std::size_t condition) {
  const NotUnderstood* best = nullptr;
  for (const AppliedKernel& k : kernels) {
    if (condition >= k.outcomes.size()) continue; // it was not lowered
    const auto& why = k.outcomes[condition];
    if (!why) return nullptr;
    const bool better = best && best->cause == NotUnderstood::Cause::name &&
                        why->cause == NotUnderstood::Cause::form;
    if (!best || better) best = &*why;
  }
  return best;
}

void report_condition(const OptionCondition& condition, const NotUnderstood& why, Ctx& ctx) {
  std::string message = "--assume '" + condition.text + "': ";
  if (why.cause == NotUnderstood::Cause::name)
    message += "only constants, parameters of a kernel, integers of the file, blockDim and gridDim "
               "may be used: ";
  ctx.report(Severity::error, place(condition, why.column), message + why.reason);
}

// Lowering numbers names that it has seen before: "bins#2".
bool is_called(const core::Array& array, const std::string& path) {
  return array.name == path || (array.name.starts_with(path) && array.name[path.size()] == '#');
}

// An array of the file; of a pointer there, what it points to.
Meaning variable(const core::Kernel& kernel, const std::string& path) {
  std::optional<core::ArrayId> found, pointed;
  for (core::ArrayId a = 0; a < kernel.arrays.size(); ++a) {
    const core::Array& array = kernel.arrays[a];
    if (array.is_parameter || !is_called(array, path)) continue;
    std::optional<core::ArrayId>& as = array.holder ? pointed : found;
    if (as) return NoName{"'" + path + "' is the name of several variables"};
    as = a;
  }
  if (!found) return NoName{};
  if (pointed && kernel.arrays[*pointed].holder == found) return content_of(kernel, *pointed, path);
  return content_of(kernel, *found, path);
}

} // namespace

std::string why_no_content(const core::Kernel& kernel, const core::Array& array) {
  if (array.space != core::Space::global && array.space != core::Space::constant)
    return "is memory that a launch finds nothing in";
  if (!array.holder) return "";
  const core::Array& holder = kernel.arrays.at(*array.holder);
  const bool single = holder.dims.empty() && !holder.is_parameter && !holder.holder;
  return single ? "" : "is reached by pointers of which there may be several";
}

Meaning content_of(const core::Kernel& kernel, core::ArrayId id, const std::string& path) {
  const core::Array& array = kernel.arrays.at(id);
  const std::string why = why_no_content(kernel, array);
  if (!why.empty()) return NoName{"'" + path + "' " + why};
  if (array.is_scalar && !array.element_type.is_int())
    return NoName{"'" + path + "' is no integer"};
  if (array.dims.size() > 1) return NoName{"'" + path + "' has several dimensions"};
  return ArrayName{id, array.is_scalar};
}

Lookup names_of(const core::Kernel& kernel, const Constants& constants) {
  return [&kernel, constants](const std::string& path) -> Meaning {
    for (const core::Parameter& p : kernel.params) {
      if (p.name != path) continue;
      if (p.array) return ArrayName{*p.array};
      if (p.symbol) return kernel.pool->symbol_ref(*p.symbol);
    }
    Meaning dimension = geometry(kernel, path);
    if (const auto* none = std::get_if<NoName>(&dimension); !none || !none->reason.empty())
      return dimension;
    if (path == "warpSize") return kernel.pool->constant(warp_size);
    if (constants) {
      Meaning constant = constants(path);
      const auto* none = std::get_if<NoName>(&constant);
      if (!none || !none->reason.empty()) return constant;
    }
    return variable(kernel, path);
  };
}

std::optional<NotUnderstood> assume(core::Kernel& kernel, const Formula& formula,
                                    const Constants& constants, Reading reading, Said said) {
  mention_dimensions(kernel, formula);
  auto resolved = resolve(formula, *kernel.pool, names_of(kernel, constants), reading);
  if (auto* why = std::get_if<NotUnderstood>(&resolved)) return std::move(*why);
  const auto& [condition, contracts] = std::get<Statement>(resolved);
  if (!is_launch_constant(*kernel.pool, condition))
    return NotUnderstood{NotUnderstood::Cause::name, "it is not the same in all threads",
                         formula.begin};
  for (const core::Contract& contract : contracts)
    for (const core::Contract::Element& e : contract.elements)
      if (const core::Array& a = kernel.arrays.at(e.array); !a.element_type.is_int())
        return NotUnderstood{NotUnderstood::Cause::form,
                             "the elements of '" + a.name + "' are no integers", formula.begin};
  kernel.contracts.insert(kernel.contracts.end(), contracts.begin(), contracts.end());
  kernel.assumptions.push_back({condition, std::move(said.text), std::move(said.origin), said.loc});
  return std::nullopt;
}

std::vector<OptionCondition> option_conditions(Ctx& ctx) {
  std::vector<OptionCondition> conditions;
  for (std::size_t i = 0; i < ctx.options.assumptions.size(); ++i) {
    const std::string& text = ctx.options.assumptions[i];
    OptionCondition condition{text, std::nullopt, file_of(text, i, ctx)};
    auto parsed = parse_contract(text);
    if (auto* mistake = std::get_if<SyntaxMistake>(&parsed)) {
      ctx.report(Severity::error, place(condition, mistake->column), mistake->message);
    } else {
      condition.formula = std::get<Formula>(std::move(parsed));
    }
    conditions.push_back(std::move(condition));
  }
  return conditions;
}

Outcomes assume_conditions(core::Kernel& kernel, std::span<const OptionCondition> conditions,
                           const Constants& constants) {
  Outcomes outcomes;
  for (const OptionCondition& c : conditions)
    outcomes.push_back(c.formula ? assume(kernel, *c.formula, constants, Reading::mathematical,
                                          {c.text, "--assume", place(c, c.formula->begin)})
                                 : std::nullopt); // its mistake was reported
  return outcomes;
}

namespace {

// Reads of textures are no accesses: nothing would come of it.
void report_aliases(std::span<const AppliedKernel> kernels, Ctx& ctx) {
  for (const auto& [first, second] : ctx.options.aliases)
    for (const std::string& name : {first, second}) {
      bool is_array = false, is_texture = false;
      for (const AppliedKernel& k : kernels)
        for (const core::Array& array : k.kernel->arrays)
          if (array.name == name) (array.is_texture ? is_texture : is_array) = true;
      if (is_texture)
        ctx.report(Severity::error, {},
                   "--alias: '" + name +
                       "' is a texture, which is taken to show what no kernel writes");
      else if (!is_array)
        ctx.report(Severity::error, {}, "--alias: no kernel has an array '" + name + "'");
    }
}

} // namespace

void report_options(std::span<const AppliedKernel> kernels,
                    std::span<const OptionCondition> conditions, Ctx& ctx) {
  if (kernels.empty()) return;
  const auto some = [&](auto&& has) {
    return std::ranges::any_of(kernels, [&](const AppliedKernel& k) { return has(*k.kernel); });
  };
  for (const auto& option : ctx.options.params) {
    const std::string& name = option.first;
    if (tensor_box_bytes(option.second)) continue;                              // --tensor-map
    if (name == cluster_shape_name && !option_integer(option.second)) continue; // --cluster
    const auto fits = [&](const core::Parameter& p) { return p.name == name && p.symbol; };
    if (!some([&](const core::Kernel& k) { return std::ranges::any_of(k.params, fits); }))
      ctx.report(Severity::error, {},
                 "--param " + name + ": no kernel has such a scalar parameter");
    if (!option_integer(option.second))
      ctx.report(Severity::error, {}, "--param " + name + "=" + option.second + ": not an integer");
  }
  report_aliases(kernels, ctx);
  for (std::size_t i = 0; i < conditions.size(); ++i)
    if (const NotUnderstood* why = conditions[i].formula ? best_reason(kernels, i) : nullptr)
      report_condition(conditions[i], *why, ctx);
}

} // namespace heddle::contract
