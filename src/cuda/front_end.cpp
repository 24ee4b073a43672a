#include "cuda/front_end.hpp"

#include "cuda/lower/lower.hpp"
#include "cuda/lower/prepare.hpp"
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

void default_dimensions(core::Kernel& kernel) {
  for (const bool block : {true, false})
    for (unsigned a = 0; a < 3; ++a) {
      if ((block ? kernel.block_axes : kernel.grid_axes) >> a & 1) continue;
      Pool& pool = *kernel.pool;
      const SymbolId dim = block ? kernel.block_dim[a] : kernel.grid_dim[a];
      kernel.assumptions.push_back({pool.eq(pool.symbol_ref(dim), pool.constant(1, Type::u32())), pool.symbol(dim).name + " == 1", "default", {}});
      pool.bound_symbol(dim, 1, 1);
    }
}

} // namespace

std::vector<LoweredKernel> read_kernels(const std::string& path, Ctx& ctx, std::string& dump) {
  std::vector<LoweredKernel> kernels;
  parse(path, ctx, [&](Unit& unit) {
    prepare(unit);
    if (ctx.options.dump == "ir") dump += to_text(unit);
    for (const KernelCode& code : unit.kernels) {
      if (!selected(code, ctx.options.kernels)) continue;
      core::Kernel kernel = lower(unit, code);
      for (const std::string& text : code.assumed)
        kernel.assumptions.push_back({kernel.pool->boolean(true), text, "template: no launch gives it", code.loc});
      default_dimensions(kernel);
      kernels.push_back({std::move(kernel), {}, {}, {}, {}});
    }
  });
  return kernels;
}

} // namespace heddle::cuda
