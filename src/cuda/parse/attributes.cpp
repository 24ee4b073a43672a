#include "cuda/parse/attributes.hpp"

#include "cuda/parse/precompiled.hpp"

namespace heddle::cuda {

std::optional<std::array<std::int64_t, 3>> annotated(const clang::FunctionDecl& f, const char* name,
                                                     const clang::ASTContext& ast) {
  for (const auto* note : f.specific_attrs<clang::AnnotateAttr>()) {
    if (note->getAnnotation() != name || note->args_size() == 0 || note->args_size() > 3) continue;
    std::array<std::int64_t, 3> dims{1, 1, 1};
    std::size_t axis = 0;
    for (const clang::Expr* written : note->args()) {
      clang::Expr::EvalResult value;
      if (written->isValueDependent() || !written->EvaluateAsInt(value, ast) ||
          !value.Val.getInt().isRepresentableByInt64())
        return std::nullopt;
      dims[axis++] = value.Val.getInt().getExtValue();
      if (dims[axis - 1] < 1 || dims[axis - 1] > 1024) return std::nullopt;
    }
    return dims;
  }
  return std::nullopt;
}

} // namespace heddle::cuda
