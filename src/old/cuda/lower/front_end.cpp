#include "cuda/front_end.hpp"

#include "cuda/syntax/ast_print.hpp"
#include "cuda/syntax/parse.hpp"

namespace heddle::cuda {

std::vector<LoweredKernel> read_kernels(const std::string& path, Ctx& ctx, std::string& dump) {
  const auto tokens = preprocess(path, ctx);
  if (!tokens) return {};
  const TranslationUnit unit = parse(*tokens, ctx.files.add(path, ""), ctx);
  if (ctx.options.dump == "ast") dump += to_string(unit);
  return lower(unit, ctx);
}

} // namespace heddle::cuda
