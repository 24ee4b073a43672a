#include "cuda/parse/diagnostics.hpp"

#include <clang/Basic/DiagnosticLex.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallString.h>

namespace heddle::cuda {

namespace {

// Errors that say nothing about what the code means: host functions called on the device, whose
// definitions are there all the same.
bool is_harmless(unsigned id) {
  switch (id) {
  case clang::diag::err_ref_bad_target:
  case clang::diag::err_ref_bad_target_global_initializer:
    return true;
  default:
    return false;
  }
}

void add_instances(const clang::Sema& sema, ClangError& error) {
  for (const auto& context : llvm::reverse(sema.CodeSynthesisContexts)) {
    if (context.Kind == clang::Sema::CodeSynthesisContext::Memoization) continue;
    if (context.Kind == clang::Sema::CodeSynthesisContext::TemplateInstantiation && context.Entity)
      error.within.push_back(context.Entity);
    error.asked_from = context.PointOfInstantiation;
  }
}

} // namespace

void Collector::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                 const clang::Diagnostic& diagnostic) {
  if (level < clang::DiagnosticsEngine::Error || is_harmless(diagnostic.getID())) return;
  llvm::SmallString<128> text;
  diagnostic.FormatDiagnostic(text);
  auto& to = diagnostic.getID() == clang::diag::err_pp_file_not_found ? missing_headers : errors;
  to.push_back({diagnostic.getLocation(), text.str().str(), {}, {}});
  if (sema) add_instances(*sema, to.back());
}

} // namespace heddle::cuda
