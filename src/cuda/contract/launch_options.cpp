// --param, --alias, --block, --grid, and what holds of dimensions that no option gives.
#include "cuda/contract/assumptions.hpp"
#include "support/tensor_map.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace heddle::contract {

namespace {

constexpr std::int64_t max_threads = 1024; // of a block

const char* dimension_name(Side side) { return side == Side::block ? "blockDim" : "gridDim"; }

std::array<SymbolId, 3>& dimensions(core::Kernel& kernel, Side side) {
  return side == Side::block ? kernel.block_dim : kernel.grid_dim;
}

std::uint8_t& axes_of(core::Kernel& kernel, Side side) {
  return side == Side::block ? kernel.block_axes : kernel.grid_axes;
}

Expr axis_is(core::Kernel& kernel, Side side, unsigned axis, std::int64_t value) {
  Pool& pool = *kernel.pool;
  return pool.eq(pool.symbol_ref(dimensions(kernel, side)[axis]),
                 pool.constant(value, Type::u32()));
}

std::optional<core::ArrayId> array_named(const core::Kernel& kernel, const std::string& name) {
  for (core::ArrayId i = 0; i < kernel.arrays.size(); ++i)
    if (kernel.arrays[i].name == name) return i;
  return std::nullopt;
}

// Parameters that point to functions have symbols, too.
bool is_number(const core::Kernel& kernel, const core::Parameter& p) {
  const Type type = kernel.pool->symbol(*p.symbol).type;
  return (type.is_int() || type.is_bool()) && p.type.find('(') == std::string::npos;
}

} // namespace

std::optional<std::int64_t> option_integer(const std::string& text) {
  std::string_view digits = text;
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  int base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    base = 16;
    digits.remove_prefix(2);
  }
  std::uint64_t v = 0;
  const auto r = std::from_chars(digits.data(), digits.data() + digits.size(), v, base);
  if (digits.empty() || r.ec != std::errc() || r.ptr != digits.data() + digits.size())
    return std::nullopt;
  return static_cast<std::int64_t>(negative ? 0 - v : v);
}

void fix_parameters(core::Kernel& kernel, const Options& options) {
  Pool& pool = *kernel.pool;
  for (const core::Parameter& p : kernel.params) {
    const auto it = options.params.find(p.name);
    if (it == options.params.end() || !p.symbol || !is_number(kernel, p)) continue;
    if (tensor_box_bytes(it->second)) continue; // --tensor-map
    const auto value = option_integer(it->second);
    if (!value) continue; // report_options says so once
    const Expr e = pool.symbol_ref(*p.symbol);
    const Expr v = pool.constant(*value, e->type);
    kernel.assumptions.push_back({pool.eq(e, v), p.name + " == " + it->second, "--param", p.loc});
    if (e->type.is_int()) pool.bound_symbol(*p.symbol, v->value, v->value);
  }
}

std::vector<ArrayPair> option_aliases(const core::Kernel& kernel, const Options& options) {
  std::vector<ArrayPair> pairs;
  for (const auto& [first, second] : options.aliases) {
    const auto a = array_named(kernel, first), b = array_named(kernel, second);
    if (a && b && *a != *b) pairs.emplace_back(std::min(*a, *b), std::max(*a, *b));
  }
  return pairs;
}

void assume_aliases(core::Kernel& kernel, const std::map<ArrayPair, std::string>& said) {
  for (const auto& [pair, origin] : said) {
    kernel.assumptions.push_back({kernel.pool->boolean(true),
                                  kernel.arrays[pair.first].name + " and " +
                                      kernel.arrays[pair.second].name + " may be one array",
                                  origin,
                                  {}});
    kernel.aliases.push_back(pair);
  }
}

void fix_axis(core::Kernel& kernel, Side side, unsigned axis, std::int64_t low, std::int64_t high) {
  const auto& indices = side == Side::block ? kernel.thread_index : kernel.block_index;
  kernel.pool->fix_symbol(dimensions(kernel, side)[axis], low, high);
  kernel.pool->fix_symbol(indices[axis], 0, high - 1);
}

bool fix_dimensions(core::Kernel& kernel, Side side, const Options& options,
                    const LaunchBounds& bounds) {
  const auto& option = side == Side::block ? options.block : options.grid;
  if (!option) return false;
  axes_of(kernel, side) = 7;
  if (option->symbolic) {
    if (side == Side::block) limit_threads(kernel, bounds);
    return true;
  }
  Expr all = kernel.pool->boolean(true);
  std::string text = dimension_name(side);
  for (unsigned a = 0; a < 3; ++a) {
    const std::int64_t value = option->value[a];
    fix_axis(kernel, side, a, value, value);
    all = kernel.pool->logical_and(all, axis_is(kernel, side, a, value));
    text += (a ? ", " : " = (") + std::to_string(value);
  }
  kernel.assumptions.push_back({all, text + ")", side == Side::block ? "--block" : "--grid", {}});
  return true;
}

void default_axes(core::Kernel& kernel, Side side) {
  // a block of one thread proves nothing of a kernel that does not say which thread it is
  if (side == Side::block) kernel.block_axes |= 1;
  for (unsigned a = 0; a < 3; ++a) {
    if (axes_of(kernel, side) >> a & 1) continue;
    fix_axis(kernel, side, a, 1, 1);
    const std::string name = std::string(dimension_name(side)) + "." + "xyz"[a];
    // races between blocks are no question then: a line of its own
    const std::string origin = side == Side::grid && a == 0
                                   ? "default: the kernel asks for no block; --grid symbolic takes "
                                     "any number"
                                   : "default";
    kernel.assumptions.push_back({axis_is(kernel, side, a, 1), name + " == 1", origin, {}});
  }
}

void limit_threads(core::Kernel& kernel, const LaunchBounds& bounds) {
  Pool& pool = *kernel.pool;
  const std::string text = "blockDim.x * blockDim.y * blockDim.z <= ";
  const bool said = bounds.threads && *bounds.threads >= 1 && *bounds.threads <= max_threads;
  const std::int64_t limit = said ? *bounds.threads : max_threads;
  Expr product = nullptr;
  unsigned open = 0;
  for (unsigned a = 0; a < 3; ++a) {
    pool.bound_symbol(kernel.block_dim[a], std::nullopt, limit);
    pool.bound_symbol(kernel.thread_index[a], std::nullopt, limit - 1);
    if (!(kernel.block_axes >> a & 1)) continue;
    const Expr d = pool.symbol_ref(kernel.block_dim[a]);
    product = product ? pool.mul(product, d) : d;
    ++open;
  }
  if (!product) return;
  if (bounds.open)
    kernel.assumptions.push_back({pool.le(pool.cast(product, Type::i64()), bounds.open),
                                  text + bounds.text, "__launch_bounds__", bounds.loc});
  if (open < 2 && limit == max_threads) return; // the symbol's own bounds say it
  kernel.assumptions.push_back({pool.le(product, pool.constant(limit, Type::u32())),
                                text + std::to_string(limit),
                                said ? "__launch_bounds__" : "architecture", bounds.loc});
}

Outcomes apply_options(core::Kernel& kernel, const Options& options,
                       std::span<const OptionCondition> conditions, const Constants& constants,
                       const LaunchBounds& bounds) {
  fix_parameters(kernel, options);
  Outcomes outcomes = assume_conditions(kernel, conditions, constants);
  for (const Side side : {Side::block, Side::grid})
    if (!fix_dimensions(kernel, side, options, bounds)) {
      default_axes(kernel, side);
      if (side == Side::block) limit_threads(kernel, bounds);
    }
  std::map<ArrayPair, std::string> aliases;
  for (const ArrayPair& pair : option_aliases(kernel, options))
    aliases[pair] = "--alias";
  assume_aliases(kernel, aliases);
  return outcomes;
}

} // namespace heddle::contract
