#include "cuda/front_end.hpp"

#include "cuda/launch/launch.hpp"
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

} // namespace

std::vector<LoweredKernel> read_kernels(const std::string& path, Ctx& ctx, std::string& dump) {
  std::vector<LoweredKernel> kernels;
  parse(path, ctx, [&](Unit& unit) {
    prepare(unit);
    if (ctx.options.dump == "ir") dump += to_text(unit);
    const Launches launches = ctx.options.use_launches ? find_launches(unit) : Launches{};
    for (const KernelCode& code : unit.kernels) {
      if (!selected(code, ctx.options.kernels)) continue;
      kernels.push_back(apply(lower(unit, code), code, launches, unit));
    }
  });
  return kernels;
}

} // namespace heddle::cuda
