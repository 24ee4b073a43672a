#include "cuda/launch/geometry.hpp"

#include "cuda/parse/attributes.hpp"
#include "cuda/parse/precompiled.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace heddle::cuda {

namespace {

using contract::Side;
using Dims = std::array<std::optional<std::int64_t>, 3>;

const char* dim_name(bool block) { return block ? "blockDim" : "gridDim"; }

std::string dims_text(bool block, const Dims& dims) {
  std::string s = std::string(dim_name(block)) + " = (";
  for (std::size_t a = 0; a < 3; ++a)
    s += (a ? ", " : "") + (dims[a] ? std::to_string(*dims[a]) : "any");
  return s + ")";
}

class Assumer {
public:
  Assumer(core::Kernel& kernel, const std::vector<KnownLaunch>& launches,
          const contract::LaunchBounds& bounds, const Options& options)
      : kernel_(kernel), pool_(*kernel.pool), launches_(launches), bounds_(bounds),
        options_(options) {}

  void run() {
    add_constants();
    fix_dims(true);
    fix_dims(false);
    add_facts();
  }

private:
  void assume(Expr cond, std::string text, std::string origin, Loc loc) {
    kernel_.assumptions.push_back({cond, std::move(text), std::move(origin), loc});
  }

  // The axes of a launch that are constants; nothing when it is not understood at all.
  std::optional<Dims> dims_of(const LaunchCase& launch, bool block) const {
    const auto& v = block ? launch.block : launch.grid;
    if (!v) return std::nullopt;
    if (std::ranges::all_of(*v, [&](Expr e) { return !e || is_host_value(pool_, e); }))
      return std::nullopt; // some dim3
    Dims dims{};
    for (std::size_t a = 0; a < 3; ++a)
      if ((*v)[a]) dims[a] = constant_value((*v)[a]);
    return dims;
  }

  Expr dims_are(bool block, const Dims& dims) {
    const auto& symbols = block ? kernel_.block_dim : kernel_.grid_dim;
    Expr all = pool_.boolean(true);
    for (std::size_t a = 0; a < 3; ++a)
      if (dims[a])
        all = pool_.logical_and(
            all, pool_.eq(pool_.symbol_ref(symbols[a]), pool_.constant(*dims[a], Type::u32())));
    return all;
  }

  void fix_dims(bool block) {
    const Side side = block ? Side::block : Side::grid;
    if (block && bounds_.exact) return fix_exactly();
    if (contract::fix_dimensions(kernel_, side, options_, bounds_)) return;
    if (!launches_.empty()) return fix_by_launches(block, side);
    if (block && bounds_.threads && core::has_named_barriers(kernel_)) return fix_by_bounds();
    contract::default_axes(kernel_, side);
    if (block) contract::limit_threads(kernel_, bounds_);
  }

  // Threads are told apart by numbers that they arrive with: a block of the size that is promised.
  void fix_by_bounds() { fix_block({*bounds_.threads, 1, 1}, "__launch_bounds__"); }

  // Whatever a launch or an option says; a block of another size is never launched.
  void fix_exactly() {
    const auto& e = *bounds_.exact;
    fix_block({e[0], e[1], e[2]}, "__block_size__");
    if (!options_.block || options_.block->symbolic) return;
    Dims dims;
    std::ranges::copy(options_.block->value, dims.begin());
    assume(dims_are(true, dims), dims_text(true, dims), "--block", {});
  }

  void fix_block(const Dims& dims, const char* origin) {
    kernel_.block_axes = 7;
    for (unsigned a = 0; a < 3; ++a)
      contract::fix_axis(kernel_, Side::block, a, *dims[a], *dims[a]);
    assume(dims_are(true, dims), dims_text(true, dims), origin, bounds_.loc);
  }

  void fix_by_launches(bool block, Side side) {
    std::uint8_t& axes = block ? kernel_.block_axes : kernel_.grid_axes;
    Expr any = pool_.boolean(false);
    std::string text;
    std::vector<KnownLaunch> said;
    std::set<Dims> seen;
    for (const KnownLaunch& launch : launches_) {
      const auto known = dims_of(launch.data, block);
      // A launch mentions all axes, also where its dim3 is not followed. Of one that only callers
      // elsewhere know, those that the kernel does not use are 1, as without the launch.
      if (block ? launch.data.block_of_caller : launch.data.grid_of_caller)
        axes |= 1;
      else if (known || launch.data.is_launch)
        axes |= 7;
      else if (const AxisSet open = block ? launch.data.open.block : launch.data.open.grid)
        axes |= open;
      const Dims dims = known.value_or(Dims{});
      const bool sane = std::ranges::all_of(
          dims, [](auto d) { return !d || (*d >= 1 && *d < (std::int64_t{1} << 31)); });
      if (!sane) {
        any = pool_.boolean(true);
        seen.insert(Dims{});
        continue;
      }
      any = pool_.logical_or(any, dims_are(block, dims));
      if (!seen.insert(dims).second) continue;
      text += (text.empty() ? "" : " or ") + dims_text(block, dims);
      said.push_back(launch);
    }
    contract::default_axes(kernel_, side);
    if (is_true(any)) {
      if (block) contract::limit_threads(kernel_, bounds_);
      return;
    }
    assume(any, text, describe(said), launches_.front().data.loc);
    for (unsigned a = 0; a < 3; ++a) // an axis that all launches give
      if (std::ranges::all_of(seen, [&](const Dims& d) { return d[a].has_value(); })) {
        const auto low = std::ranges::min(seen, {}, [&](const Dims& d) { return *d[a]; })[a];
        const auto high = std::ranges::max(seen, {}, [&](const Dims& d) { return *d[a]; })[a];
        contract::fix_axis(kernel_, side, a, *low, *high);
      }
    if (block && may_have_too_many(seen)) contract::limit_threads(kernel_, bounds_);
  }

  // Threads of a block: of one axis that is not known the architecture's limit is its own.
  bool may_have_too_many(const std::set<Dims>& blocks) const {
    return std::ranges::any_of(blocks, [&](const Dims& d) {
      const auto open = std::ranges::count_if(d, [](const auto& size) { return !size; });
      return open > 1 || (open == 1 && (bounds_.threads || bounds_.open));
    });
  }

  // Integers for which every launch passes a constant.
  void add_constants() {
    for (const core::Parameter& p : kernel_.params) {
      if (!p.symbol || options_.params.contains(p.name)) continue;
      const Expr symbol = pool_.symbol_ref(*p.symbol);
      if (!symbol->type.is_int()) continue;
      std::set<std::int64_t> values;
      std::vector<KnownLaunch> said;
      bool all = !launches_.empty();
      for (const KnownLaunch& launch : launches_) {
        const auto v = std::ranges::find(launch.data.passed, p.name, &PassedValue::name);
        const auto known = v != launch.data.passed.end() && v->integer && v->integer->type.is_int()
                               ? constant_value(v->integer)
                               : std::nullopt;
        all = all && known;
        if (!all) break;
        const std::int64_t value = pool_.constant(*known, symbol->type)->value;
        all = symbol->type.is_signed || value >= 0;
        if (values.insert(value).second) said.push_back(launch);
      }
      if (all) assume_constant(p.name, *p.symbol, values, said);
    }
  }

  void assume_constant(const std::string& name, SymbolId id, const std::set<std::int64_t>& values,
                       const std::vector<KnownLaunch>& said) {
    const Expr symbol = pool_.symbol_ref(id);
    Expr any = pool_.boolean(false);
    std::string text;
    for (const std::int64_t value : values) {
      any = pool_.logical_or(any, pool_.eq(symbol, pool_.constant(value, symbol->type)));
      text += (text.empty() ? "" : " or ") + name + " == " + std::to_string(value);
    }
    assume(any, text, describe(said), launches_.front().data.loc);
    pool_.bound_symbol(id, *values.begin(), *values.rbegin());
  }

  // What every launch establishes, host values apart.
  void add_facts() {
    std::vector<LaunchFact> shared;
    bool first = true;
    for (const KnownLaunch& launch : launches_) {
      if (std::exchange(first, false)) shared = launch.facts;
      if (text_of(shared) == text_of(launch.facts)) continue;
      std::erase_if(shared, [&](const LaunchFact& fact) {
        return std::ranges::find(launch.facts, fact.cond, &LaunchFact::cond) == launch.facts.end();
      });
    }
    with_names(shared);
    const std::string origin = describe(launches_);
    std::set<SymbolId> named;
    for (const LaunchFact& fact : shared) {
      if (atoms(fact.cond).empty()) continue; // of constants: it says nothing of the launch
      std::string text = fact.symbol
                             ? to_string(pool_, fact.symbol) + " == " + to_string(pool_, fact.value)
                             : to_string(pool_, fact.cond);
      for (Expr a : atoms(fact.cond)) {
        const auto id = static_cast<SymbolId>(a->value);
        if (!is_host_value(pool_, a) || !named.insert(id).second) continue;
        // some number, the same in the whole grid: as if it were passed
        const Symbol& value = pool_.symbol(id);
        if (std::ranges::find(kernel_.params, id, [](const core::Parameter& p) {
              return p.symbol.value_or(~0U);
            }) == kernel_.params.end())
          kernel_.params.push_back({value.name, id, std::nullopt, "value of the host", value.loc});
        text += ", " + value.name + " being a value of the host";
      }
      assume(pool_.logical_and(fact.cond, are_in_type(fact.cond)), text, origin,
             launches_.front().data.loc);
    }
  }

  // Products of the host that are passed as unsigned numbers do not overflow, as others: numbers
  // are unbounded, and 4 would be what is left of a large negative one.
  Expr are_in_type(Expr cond) {
    std::set<Expr> seen;
    std::vector<Expr> work{cond}, all;
    while (!work.empty()) {
      const Expr e = work.back();
      work.pop_back();
      if (!seen.insert(e).second) continue;
      work.insert(work.end(), e->args.begin(), e->args.end());
      if (e->op != Op::cast || e->type.is_signed || !is_product_of_int(e->args[0])) continue;
      const Expr value = pool_.cast(e->args[0], Type::i64());
      const auto limit = [&](std::int64_t c) { return pool_.constant(c, value->type); };
      all.push_back(pool_.le(limit(std::numeric_limits<std::int32_t>::min()), value));
      all.push_back(pool_.le(value, limit(std::numeric_limits<std::int32_t>::max())));
    }
    return pool_.all(all);
  }
  static bool is_product_of_int(Expr e) {
    return e->op == Op::mul && e->type == Type::i32() &&
           std::ranges::none_of(e->args, [](Expr factor) { return factor->op == Op::constant; });
  }

  // What one fact calls blockDim.x, others call so as well: the number of blocks is (n + blockDim.x
  // - 1) / blockDim.x then, whatever the host has made the size of.
  void with_names(std::vector<LaunchFact>& facts) {
    for (std::size_t i = 0; i < facts.size(); ++i) {
      const Expr named = facts[i].symbol;
      if (!named || !named->type.is_int() || pool_.symbol(named).role == Role::grid_dim) continue;
      Expr value = facts[i].value;
      if (value->op == Op::cast && value->args[0]->type.width == value->type.width)
        value = value->args[0];
      if (value->args.empty() || value->type.width > named->type.width) continue;
      Pool::Memo memo{{value, pool_.cast(named, value->type)}};
      const auto renamed = [&](Expr e) {
        return pool_.substitute(
            e, [](Expr) { return static_cast<Expr>(nullptr); }, memo);
      };
      for (std::size_t j = 0; j < facts.size(); ++j) {
        if (j == i) continue;
        const Expr before = std::exchange(facts[j].cond, renamed(facts[j].cond));
        if (facts[j].cond != before) // the name is of a number that is one of that type
          facts[j].cond = pool_.logical_and(facts[j].cond, loses_nothing(named, value->type));
        if (facts[j].value) facts[j].value = renamed(facts[j].value);
      }
    }
  }

  Expr loses_nothing(Expr e, Type as) {
    if (e->type.is_signed || !as.is_signed || e->type.width != as.width || as.width > 32)
      return pool_.boolean(true);
    return pool_.le(e, pool_.constant((std::int64_t{1} << (as.width - 1)) - 1, e->type));
  }

  // Launches with values of the host of their own say the same only where they do so as a whole.
  std::string text_of(const std::vector<LaunchFact>& facts) const {
    std::vector<Expr> all;
    for (const LaunchFact& fact : facts)
      all.push_back(fact.cond);
    return host_text(pool_, all);
  }

  core::Kernel& kernel_;
  Pool& pool_;
  const std::vector<KnownLaunch>& launches_;
  const contract::LaunchBounds& bounds_;
  const Options& options_;
};

} // namespace

void count_clusters(const contract::LaunchBounds& bounds, Pool& pool, LaunchCase& launch) {
  if (!bounds.exact) return;
  std::array<Expr, 3> block{};
  for (std::size_t a = 0; a < 3; ++a) {
    block[a] = pool.constant((*bounds.exact)[a], Type::u32());
    if (launch.grid && (*launch.grid)[a] && bounds.cluster[a] > 1) {
      const Expr clusters = (*launch.grid)[a];
      (*launch.grid)[a] = pool.mul(clusters, pool.constant(bounds.cluster[a], clusters->type));
    }
  }
  if (launch.block) launch.block = block;
}

contract::LaunchBounds bounds_of(const KernelCode& code, Unit& unit) {
  if (code.decl)
    if (const auto exact = annotated(*code.decl, "heddle::block_size", *unit.ast)) {
      contract::LaunchBounds bounds;
      bounds.exact = exact;
      bounds.loc = unit.loc(code.decl->getBeginLoc());
      bounds.cluster = annotated(*code.decl, "heddle::cluster_dims", *unit.ast)
                           .value_or(std::array<std::int64_t, 3>{1, 1, 1});
      return bounds;
    }
  const auto* attribute = code.decl ? code.decl->getAttr<clang::CUDALaunchBoundsAttr>() : nullptr;
  const clang::Expr* threads = attribute ? attribute->getMaxThreads() : nullptr;
  clang::Expr::EvalResult result;
  if (!threads || threads->isValueDependent() || !threads->EvaluateAsInt(result, *unit.ast) ||
      !result.Val.getInt().isRepresentableByInt64())
    return {};
  return {result.Val.getInt().getExtValue(), nullptr, {}, unit.loc(threads->getBeginLoc())};
}

void add_launches(core::Kernel& kernel, const std::vector<KnownLaunch>& launches,
                  const std::vector<KnownLaunch>& aliasing, const contract::LaunchBounds& bounds,
                  const Options& options) {
  Assumer(kernel, launches, bounds, options).run();
  add_aliases(kernel, aliasing, options);
}

} // namespace heddle::cuda
