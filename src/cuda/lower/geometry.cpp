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
               if (!launch.entry || !against_options(host)) return;
               LaunchItem open = launch; // called in another way
               open.entry = nullptr;
               host = evaluate_launch(env, open);
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

// Does the launch pass a constant other than --param says?
bool Lowering::against_options(const HostLaunch& host) const {
  const auto& f = std::get<FunctionDecl>(request_.item.decl->node);
  for (std::size_t i = 0; i < std::min(f.params.size(), host.args.size()); ++i) {
    const auto it = ctx_.options.params.find(std::get<VarDecl>(f.params[i]->node).name);
    if (it == ctx_.options.params.end() || !host.args[i].is_integer()) continue;
    const auto passed = constant_value(host.args[i].e);
    if (passed && parse_integer(it->second) != passed) return true;
  }
  return false;
}

// The constant that the launch passes as the argument `e`.
std::optional<FoldValue> Lowering::fold_in_host(const LaunchItem& launch, const ExprPtr& e) {
  const HostLaunch& host = host_launch(launch);
  const auto at = std::ranges::find(launch.launch->args, e) - launch.launch->args.begin();
  const auto index = static_cast<std::size_t>(at);
  if (index >= host.args.size() || !host.args[index].is_integer()) return std::nullopt;
  const HostValue& v = host.args[index];
  if (v.e->op != Op::constant || !v.e->type.is_int()) return std::nullopt;
  FoldValue result;
  result.type = v.type;
  result.integer = v.e->value;
  return result;
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

// Integer parameters for which every launch passes a constant.
void Lowering::launch_constants(const FunctionDecl& f) {
  for (std::size_t i = 0; i < f.params.size(); ++i) {
    const std::string& name = std::get<VarDecl>(f.params[i]->node).name;
    const auto parameter = std::ranges::find(kernel_.params, name, &core::Parameter::name);
    if (parameter == kernel_.params.end() || !parameter->symbol) continue;
    const Expr symbol = pool_->symbol_ref(*parameter->symbol);
    if (!symbol->type.is_int() || ctx_.options.params.contains(name)) continue;
    std::set<std::int64_t> values;
    std::vector<LaunchItem> said;
    bool all = !launches_.empty();
    for (const LaunchItem& launch : launches_) {
      const auto& args = launch.launch->args;
      const auto v = i < args.size() ? fold_in_host(launch, args[i]) : std::nullopt;
      all = all && v;
      const std::int64_t value = all ? pool_->constant(v->integer, symbol->type)->value : 0;
      all = all && (symbol->type.is_signed || value >= 0);
      if (!all) break;
      if (values.insert(value).second) said.push_back(launch);
    }
    if (!all) continue;
    Expr any = pool_->boolean(false);
    std::string text;
    for (const std::int64_t value : values) {
      any = pool_->logical_or(any, pool_->eq(symbol, pool_->constant(value, symbol->type)));
      text += (text.empty() ? "" : " or ") + name + " == " + std::to_string(value);
    }
    assume(any, text, describe(said, ctx_), launches_.front().loc);
    pool_->bound_symbol(*parameter->symbol, *values.begin(), *values.rbegin());
  }
}

void Lowering::fix_geometry(const FunctionDecl& f) {
  classify_launches(f);
  launch_constants(f);
  fix_dims(true, f);
  fix_dims(false, f);
  assume_launch_facts();
}

} // namespace heddle::cuda
