#include "cuda/front_end.hpp"

#include "cuda/syntax/ast_print.hpp"
#include "cuda/syntax/parse.hpp"

#include <memory>

namespace heddle::cuda {

std::vector<LoweredKernel> read_kernels(const std::string& path, Ctx& ctx, std::string& dump) {
  const auto tokens = preprocess(path, ctx);
  if (!tokens) return {};
  const auto unit =
      std::make_shared<const TranslationUnit>(parse(*tokens, ctx.files.add(path, ""), ctx));
  if (ctx.options.dump == "ast") dump += to_string(*unit);
  std::vector<LoweredKernel> kernels = lower(*unit, ctx);
  // What lowers a kernel again reads the unit.
  const auto keep_unit = [&](std::function<core::Kernel()>& again) {
    if (again) again = [unit, lower_again = std::move(again)] { return lower_again(); };
  };
  for (LoweredKernel& kernel : kernels) {
    keep_unit(kernel.checking_asserts);
    keep_unit(kernel.without_launches);
    keep_unit(kernel.without_calls);
    for (LaunchGroup& group : kernel.launches) {
      keep_unit(group.lower);
      keep_unit(group.checking_asserts);
    }
  }
  return kernels;
}

} // namespace heddle::cuda
