// Dimensions of the launch: from options, launches in the same file, __launch_bounds__, defaults.
#include "cuda/lower/hosts.hpp"
#include "cuda/lower/internal.hpp"
#include "cuda/lower/launch.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr std::int64_t max_threads = 1024; // of a block

const char* dim_name(bool block) { return block ? "blockDim" : "gridDim"; }

std::string dims_text(bool block, const std::array<std::optional<std::int64_t>, 3>& dims) {
  std::string s = std::string(dim_name(block)) + " = (";
  for (std::size_t a = 0; a < 3; ++a)
    s += (a ? ", " : "") + (dims[a] ? std::to_string(*dims[a]) : "any");
  return s + ")";
}

} // namespace

const HostLaunch& Lowering::host_launch(const LaunchItem& launch) {
  const auto [it, added] =
      host_launches_.try_emplace({launch.launch, launch.bindings.get(), launch.entry.get()});
  if (added)
    in_scope(launch.scope, launch.bindings ? *launch.bindings : Bindings{}, end_of_file,
             [&, &host = it->second] {
               const HostEnv env{*pool_, program_, fold_env()};
               host = evaluate_launch(env, launch);
               if (launch.entry && against_options(host)) {
                 LaunchItem open = launch; // called in another way
                 open.entry = nullptr;
                 host = evaluate_launch(env, open);
               }
               declare_host_names(place_of(launch), false);
               add_constants(launch, host);
             });
  return it->second;
}

std::shared_ptr<HostEntry> Lowering::entry_by_call(Pool& pool, const LaunchItem& host,
                                                   const HostCall& call) {
  std::shared_ptr<HostEntry> entry;
  in_scope(host.scope, {}, end_of_file, [&] {
    entry = evaluate_call({pool, program_, fold_env()}, host, call);
  });
  return entry;
}

// What the launch gives to parameters, and to those of the kernel's template that are open.
std::vector<PassedValue> Lowering::passed_values(const HostLaunch& host) {
  std::vector<PassedValue> passed;
  const auto& f = std::get<FunctionDecl>(request_.item.decl->node);
  for (std::size_t i = 0; i < std::min(f.params.size(), host.args.size()); ++i) {
    const auto& param = std::get<VarDecl>(f.params[i]->node);
    const HostValue& v = host.args[i];
    if (v.kind != HostValue::Kind::record) {
      passed.push_back({param.name, v});
    } else if (v.type &&
               same_type(v.type, resolve_in(request_.item, request_.bindings, param.type))) {
      for (const auto& [path, member] : v.members)
        passed.push_back({param.name + path, member});
    }
  }
  if (request_.open_values.empty()) return passed;
  const std::vector<TemplateParam>& params = request_.item.tmpl->params;
  for (std::size_t i = 0; i < std::min(params.size(), host.template_args.size()); ++i) {
    if (params[i].is_pack) break;
    if (!params[i].is_type) passed.push_back({params[i].name, host.template_args[i]});
  }
  return passed;
}

// Does the launch pass a constant other than --param says?
bool Lowering::against_options(const HostLaunch& host) {
  return std::ranges::any_of(passed_values(host), [&](const PassedValue& passed) {
    const auto it = ctx_.options.params.find(passed.name);
    const auto value = passed.value.is_integer() ? constant_value(passed.value.e) : std::nullopt;
    return it != ctx_.options.params.end() && value && parse_integer(it->second) != value;
  });
}

// The axes of a launch that are constants; nothing when it is not understood at all.
std::optional<Lowering::Dims> Lowering::launch_dims(const LaunchItem& launch,
                                                    const ExprPtr& config) {
  const HostLaunch& host = host_launch(launch);
  const HostValue& v = config == launch.launch->config[0] ? host.grid : host.block;
  if (v.kind != HostValue::Kind::dims) return std::nullopt;
  if (std::ranges::all_of(v.axes, [&](Expr e) { return is_host_value(*pool_, e); }))
    return std::nullopt; // some dim3
  Dims dims{};
  for (std::size_t a = 0; a < 3; ++a)
    dims[a] = constant_value(v.axes[a]);
  return dims;
}

Expr Lowering::dims_are(bool block, const Dims& dims) {
  const auto& symbols = block ? kernel_.block_dim : kernel_.grid_dim;
  Expr all = pool_->boolean(true);
  for (std::size_t a = 0; a < 3; ++a)
    if (dims[a])
      all = pool_->logical_and(
          all, pool_->eq(pool_->symbol_ref(symbols[a]), pool_->constant(*dims[a], Type::u32())));
  return all;
}

void Lowering::fix_axis(bool block, unsigned axis, std::int64_t value) {
  pool_->fix_symbol((block ? kernel_.block_dim : kernel_.grid_dim)[axis], value, value);
  pool_->fix_symbol((block ? kernel_.thread_index : kernel_.block_index)[axis], 0, value - 1);
}

void Lowering::fix_dims(bool block, const FunctionDecl& f) {
  std::uint8_t& axes = block ? kernel_.block_axes : kernel_.grid_axes;
  const auto& option = block ? ctx_.options.block : ctx_.options.grid;
  if (option) {
    axes = 7;
    if (option->symbolic) {
      if (block) launch_bounds(f);
      return;
    }
    const Dims dims{option->value[0], option->value[1], option->value[2]};
    for (unsigned a = 0; a < 3; ++a)
      fix_axis(block, a, option->value[a]);
    return assume(dims_are(block, dims), dims_text(block, dims), block ? "--block" : "--grid", {});
  }
  Expr any = pool_->boolean(false);
  std::string text;
  std::vector<LaunchItem> said;
  std::set<Dims> seen;
  for (const LaunchItem& launch : launches_) {
    const auto known = launch_dims(launch, launch.launch->config[block ? 1 : 0]);
    // A launch mentions all axes; one whose size is not followed, that along x.
    if (known || launch.site) axes |= known ? 7 : 1;
    const Dims dims = known.value_or(Dims{});
    const bool sane = std::ranges::all_of(
        dims, [](auto d) { return !d || (*d >= 1 && *d < (std::int64_t{1} << 31)); });
    if (!sane) {
      any = pool_->boolean(true);
      seen.insert(Dims{});
      continue;
    }
    any = pool_->logical_or(any, dims_are(block, dims));
    if (!seen.insert(dims).second) continue;
    text += (text.empty() ? "" : " or ") + dims_text(block, dims);
    said.push_back(launch);
  }
  if (!launches_.empty()) {
    default_axes(block);
    if (is_true(any)) {
      if (block) launch_bounds(f);
      return;
    }
    assume(any, text, describe(said, ctx_), launches_.front().loc);
    for (unsigned a = 0; a < 3; ++a) // an axis that all launches give
      if (std::ranges::all_of(seen, [&](const Dims& d) { return d[a].has_value(); })) {
        const auto low = std::ranges::min(seen, {}, [&](const Dims& d) { return *d[a]; })[a];
        const auto high = std::ranges::max(seen, {}, [&](const Dims& d) { return *d[a]; })[a];
        pool_->fix_symbol((block ? kernel_.block_dim : kernel_.grid_dim)[a], *low, *high);
        pool_->fix_symbol((block ? kernel_.thread_index : kernel_.block_index)[a], 0, *high - 1);
      }
    return;
  }
  default_axes(block);
  if (block) launch_bounds(f);
}

// Dimensions that nobody mentions are 1 (theory.md, section 1).
void Lowering::default_axes(bool block) {
  const std::uint8_t axes = block ? kernel_.block_axes : kernel_.grid_axes;
  for (unsigned a = 0; a < 3; ++a) {
    if (axes >> a & 1) continue;
    fix_axis(block, a, 1);
    const std::string name = std::string(dim_name(block)) + "." + "xyz"[a];
    Dims one{};
    one[a] = 1;
    assume(dims_are(block, one), name + " == 1", "default", {});
  }
}

// The number of threads of a block is limited, by the kernel or by the architecture.
void Lowering::launch_bounds(const FunctionDecl& f) {
  std::int64_t limit = max_threads;
  std::string text = "blockDim.x * blockDim.y * blockDim.z <= ", origin = "architecture";
  Loc loc;
  std::optional<Expr> symbolic; // over parameters of the template that are not bound
  if (!f.attributes.launch_bounds.empty()) {
    const ExprPtr& bound = f.attributes.launch_bounds[0];
    loc = bound->loc;
    if (auto n = fold(bound); !n) {
      Value v;
      const core::Block block = collect([&] { v = eval(bound); });
      if (block.empty() && v.scalar && v.type->is(CType::Kind::integer))
        symbolic = as_launch_constant(convert(v, make_integer(64, true), loc).scalar);
    } else if (*n >= 1 && *n <= max_threads) {
      limit = *n;
      origin = "__launch_bounds__";
    }
  }
  for (unsigned a = 0; a < 3; ++a) {
    pool_->bound_symbol(kernel_.block_dim[a], std::nullopt, limit);
    pool_->bound_symbol(kernel_.thread_index[a], std::nullopt, limit - 1);
  }
  Expr product = nullptr;
  unsigned open = 0;
  for (unsigned a = 0; a < 3; ++a) {
    if (!(kernel_.block_axes >> a & 1)) continue;
    const Expr d = pool_->symbol_ref(kernel_.block_dim[a]);
    product = product ? pool_->mul(product, d) : d;
    ++open;
  }
  if (product && symbolic)
    assume(pool_->le(pool_->cast(product, Type::i64()), *symbolic),
           text + spell(f.attributes.launch_bounds[0]), "__launch_bounds__", loc);
  if (!product || (open < 2 && limit == max_threads)) return; // the symbol's own bounds say it
  assume(pool_->le(product, pool_->constant(limit, Type::u32())), text + std::to_string(limit),
         origin, loc);
}

// Integers for which every launch passes a constant.
void Lowering::launch_constants() {
  std::map<std::string, std::vector<std::int64_t>> constants; // by name, one of each launch
  for (const LaunchItem& launch : launches_)
    for (const PassedValue& passed : passed_values(host_launch(launch)))
      if (const HostValue& v = passed.value;
          v.is_integer() && v.e->op == Op::constant && v.e->type.is_int())
        constants[passed.name].push_back(v.e->value);
  for (const core::Parameter& parameter : kernel_.params)
    if (const auto it = constants.find(parameter.name);
        it != constants.end() && parameter.symbol && it->second.size() == launches_.size())
      launch_constant(parameter.name, *parameter.symbol, it->second);
}

void Lowering::launch_constant(const std::string& name, SymbolId parameter,
                               const std::vector<std::int64_t>& passed) {
  const Expr symbol = pool_->symbol_ref(parameter);
  if (!symbol->type.is_int() || ctx_.options.params.contains(name)) return;
  std::set<std::int64_t> values;
  std::vector<LaunchItem> said;
  for (std::size_t i = 0; i < launches_.size(); ++i) {
    const std::int64_t value = pool_->constant(passed[i], symbol->type)->value;
    if (!symbol->type.is_signed && value < 0) return;
    if (values.insert(value).second) said.push_back(launches_[i]);
  }
  Expr any = pool_->boolean(false);
  std::string text;
  for (const std::int64_t value : values) {
    any = pool_->logical_or(any, pool_->eq(symbol, pool_->constant(value, symbol->type)));
    text += (text.empty() ? "" : " or ") + name + " == " + std::to_string(value);
  }
  assume(any, text, describe(said, ctx_), launches_.front().loc);
  pool_->bound_symbol(parameter, *values.begin(), *values.rbegin());
}

void Lowering::fix_geometry(const FunctionDecl& f) {
  classify_launches(f);
  launch_constants();
  fix_dims(true, f);
  fix_dims(false, f);
  assume_launch_facts();
  doubt_instance();
}

} // namespace heddle::cuda
